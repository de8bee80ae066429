import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPeopleIndex } from '../../../../electron/directory/people-index/people-index.ts';
import { createPeopleSync } from '../../../../electron/directory/people-sync.ts';
import { systemClock } from '../../../../electron/ports/clock.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { person } from '../../../support/directory/made-up-people.ts';
import { createMadeUpService } from '../../../support/directory/made-up-service.ts';

it.each([
  // Merges have no time but when the sweep waits for them.
  ['at once', 0, 98],
  // Merges go on while an answer is waited for: the sweep never has to wait for them, which it does from 97 parts on.
  ['after a while', 4, 97],
])(
  'merges what it fetches where the service answers %s: a first sweep of a hundred pages leaves a handful of parts',
  async (_, delayMs, mostParts) => {
    const everybody = Array.from({ length: 5_000 }, (_, index) =>
      person({ id: String(index), lastName: `Name${index}` }),
    );
    const service = createMadeUpService(everybody);
    service.pageSize = 50;
    const people = createPeopleIndex();
    const end = new AbortController();
    let most = 0;
    let running: Promise<void> | undefined;
    await new Promise<void>((onComplete) => {
      const sync = createPeopleSync({
        client: {
          ...service.client,
          async searchUsers(query, options) {
            if (delayMs > 0) await pause(delayMs);
            return service.client.searchUsers(query, options);
          },
        },
        clock: systemClock,
        random: () => 0.5,
        log: silentLog,
        people,
        onChange() {
          most = Math.max(most, people.segments.length);
        },
        onPeople() {},
        onComplete,
        restMs: 60_000,
      });
      running = sync.run(end.signal);
    });
    expect(people.size).toBe(5_000);
    expect(most).toBeLessThan(mostParts);
    expect(people.segments.length).toBeLessThanOrEqual(16);
    end.abort();
    await running;
  },
);
