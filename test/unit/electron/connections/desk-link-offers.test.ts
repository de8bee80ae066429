import { describe, expect, it } from 'vitest';
import { ConnectionFileError } from '../../../../electron/connections/connection-file-error.ts';
import { sealConnection } from '../../../../electron/connections/desk-code.ts';
import { deskLinkOf } from '../../../../electron/connections/desk-link.ts';
import { DeskLinkOffers, waitAfterWrong } from '../../../../electron/connections/desk-link-offers.ts';
import { parseConnectionFile } from '../../../../electron/connections/read-connection-file.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';

const file = (change = {}) =>
  parseConnectionFile(
    JSON.stringify({ name: 'Con', baseUrl: 'https://a.example/x', clientId: 1, clientSecret: 'canary', ...change }),
  );
const link = deskLinkOf(await sealConnection(file(), 'right'));

function setUp(inside = file()) {
  const clock = createHandClock();
  const states: string[] = [];
  const offers = new DeskLinkOffers({
    clock,
    log: silentLog,
    replaces: ({ clientId }) => (clientId === '2' ? 'Old name' : null),
    changed: () => void states.push(JSON.stringify(offers.state() ?? null)),
    open: async (_code, passphrase) => {
      await Promise.resolve();
      if (passphrase === 'right') return inside;
      throw new RolecallError('desk-link-wrong-passphrase', 'No.');
    },
  });
  return { clock, offers, states };
}

describe('DeskLinkOffers', () => {
  it('shows name and host after the passphrase, and hands the connection out only then', async () => {
    const { offers, states } = setUp(file({ clientId: 2 }));
    expect(() => offers.opened()).toThrow();
    offers.offer(link, 'typed');
    expect(offers.state()).toMatchObject({ kind: 'sealed', from: 'typed', wrong: 0, opening: false });
    expect(() => offers.opened()).toThrow();
    const unsealing = offers.unseal('right');
    expect(offers.state()).toMatchObject({ opening: true });
    await expect(offers.unseal('right')).rejects.toMatchObject({ code: 'bad-input' });
    await unsealing;
    expect(offers.state()).toEqual({ kind: 'opened', name: 'Con', host: 'a.example', replaces: 'Old name' });
    expect(offers.opened().clientSecret).toBe('canary');
    expect(states.join('')).not.toContain('canary');
    offers.decline();
    expect(offers.state()).toBeUndefined();
    expect(() => offers.opened()).toThrow();
  });

  it('lets no link from outside take the place of what somebody looks at', async () => {
    const { offers } = setUp();
    expect(offers.offer(link, 'link')).toBe(true);
    await offers.unseal('right');
    expect(offers.offer(link, 'link')).toBe(false);
    expect(offers.state()).toMatchObject({ kind: 'opened' });
    expect(offers.offer(link, 'typed')).toBe(true);
    expect(offers.state()).toMatchObject({ kind: 'sealed' });
  });

  it('makes wrong passphrases wait, over a no and a new offer of the same link', async () => {
    const { clock, offers } = setUp();
    offers.offer(link, 'link');
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(offers.unseal('wrong')).rejects.toMatchObject({ code: 'desk-link-wrong-passphrase' });
    }
    await expect(offers.unseal('right')).rejects.toMatchObject({ code: 'desk-link-wait' });
    offers.decline();
    offers.offer(link, 'link');
    expect(offers.state()).toMatchObject({ wrong: 3, nextTryAt: clock.now() + 5_000 });
    await expect(offers.unseal('right')).rejects.toMatchObject({ code: 'desk-link-wait' });
    clock.sleep(5_000);
    await offers.unseal('right');
    offers.decline();
    offers.offer(link, 'link');
    expect(offers.state()).toMatchObject({ wrong: 0, nextTryAt: null });
  });

  it('waits longer each time, and never more than a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 50].map(waitAfterWrong)).toEqual([
      0, 0, 0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
  });

  it('applies the rules of a connection file to what is inside', async () => {
    const { offers } = setUp(file({ baseUrl: 'http://lan-host' }));
    offers.offer(link, 'typed');
    await expect(offers.unseal('right')).rejects.toBeInstanceOf(ConnectionFileError);
    expect(offers.state()).toBeUndefined();
  });

  it('forgets what was opened after a no in between', async () => {
    const { offers } = setUp();
    offers.offer(link, 'typed');
    const unsealing = offers.unseal('right');
    offers.decline();
    await unsealing;
    expect(offers.state()).toBeUndefined();
    expect(() => offers.opened()).toThrow();
  });

  it('says no to what is none', () => {
    const { offers, states } = setUp();
    expect(() => offers.offer('rolecall://connect?nonsense', 'link')).toThrow(
      expect.objectContaining({ code: 'desk-link-not-understood' }),
    );
    expect(states).toEqual([]);
  });
});
