import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../../contract/registration-api/resources.ts';
import {
  decideSweep,
  retryDelayMs,
  runSweep,
  type SweepEvent,
  type SweepState,
  sweepStart,
} from '../../../../electron/directory/sweep.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { UsersPage } from '../../../../electron/registration/registration-client.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { person } from '../../../support/directory/made-up-people.ts';

const page = (people: number, nextPage: string | null): SweepEvent => ({ kind: 'page', people, nextPage });
const failed = (
  code: 'network-timeout' | 'service-invalid-request' | 'service-forbidden',
  retryable: boolean,
): SweepEvent => ({
  kind: 'failed',
  code,
  retryable,
  retryAfterMs: undefined,
});
const decided = (...events: readonly SweepEvent[]): SweepState =>
  events.reduce((state: SweepState, event) => decideSweep(state, event, 0.5).state, sweepStart);

describe('what a sweep decides', () => {
  it('ends a sweep whose cursor comes again, at once or later', () => {
    expect(decided(page(5, 'a'), page(5, 'a'))).toEqual({ kind: 'failed', code: 'service-repeated-cursor' });
    expect(decided(page(5, 'a'), page(5, 'b'), page(5, 'a'))).toEqual({
      kind: 'failed',
      code: 'service-repeated-cursor',
    });
  });

  it('goes on over an empty page with a cursor, but not for ever', () => {
    expect(decided(page(0, 'a'), page(3, null))).toEqual({ kind: 'complete' });
    const empty = Array.from({ length: 200 }, (_, index) => page(0, `cursor ${index}`));
    expect(decided(...empty)).toEqual({ kind: 'failed', code: 'service-unexpected-answer' });
  });

  it('asks for the same page again after trouble that passes', () => {
    const state = decided(page(5, 'a'), failed('network-timeout', true), failed('network-timeout', true));
    expect(state).toMatchObject({ kind: 'asking', cursor: 'a', failures: 2 });
    expect(decideSweep(state, page(5, 'b'), 0.5).state).toMatchObject({ cursor: 'b', failures: 0 });
  });

  it('begins again when its cursor is refused, twice at most', () => {
    const step = decideSweep(decided(page(5, 'a')), failed('service-invalid-request', false), 0.5);
    expect(step).toMatchObject({ restarted: true, state: { kind: 'asking', cursor: null, restarts: 1 } });
    const given = decided(
      page(5, 'a'),
      failed('service-invalid-request', false),
      page(5, 'a'),
      failed('service-invalid-request', false),
      page(5, 'a'),
      failed('service-invalid-request', false),
    );
    expect(given).toEqual({ kind: 'failed', code: 'service-invalid-request' });
    expect(decided(failed('service-invalid-request', false))).toEqual({
      kind: 'failed',
      code: 'service-invalid-request',
    });
  });

  it('asks again after answers cut short on the way, three times at most', () => {
    const odd: SweepEvent = {
      kind: 'failed',
      code: 'service-unexpected-answer',
      retryable: false,
      retryAfterMs: undefined,
    };
    expect(decided(page(5, 'a'), odd, odd, odd)).toMatchObject({ kind: 'asking', cursor: 'a', failures: 3 });
    for (const retryable of [false, true]) {
      const again = { ...odd, retryable };
      expect(decided(page(5, 'a'), again, again, again, again)).toEqual({
        kind: 'failed',
        code: 'service-unexpected-answer',
      });
    }
    // What the network did before is no sign that the answer was meant.
    const late = failed('network-timeout', true);
    expect(decided(page(5, 'a'), late, late, late, late, odd)).toMatchObject({ kind: 'asking', failures: 5 });
    expect(decided(page(5, 'a'), odd, odd, page(5, 'b'), odd, odd)).toMatchObject({ kind: 'asking', failures: 2 });
  });

  it('gives up what nobody can wait out', () => {
    expect(decided(page(5, 'a'), failed('service-forbidden', false))).toEqual({
      kind: 'failed',
      code: 'service-forbidden',
    });
  });

  it('ends on any answers, and never asks for a cursor twice unless the first try failed', () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('page' as const),
        people: fc.nat(3),
        nextPage: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
      }),
      fc.constant(failed('service-invalid-request', false)),
    );
    fc.assert(
      fc.property(fc.array(event, { minLength: 40, maxLength: 60 }), (events) => {
        expect(decided(...events).kind).not.toBe('asking');
      }),
    );
  });

  it('waits between half a second and a minute, at least as long as the service asked for', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.option(fc.nat(200_000)),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, asked, random) => {
          const delay = retryDelayMs(failures, asked ?? undefined, random);
          expect(delay).toBeGreaterThanOrEqual(asked === null ? 500 : Math.min(asked, 60_000));
          expect(delay).toBeLessThanOrEqual(61_000);
          // One that says "now" every time is asked as rarely as one that says nothing.
          expect(delay).toBeGreaterThanOrEqual(retryDelayMs(failures, undefined, random));
        },
      ),
    );
  });
});

describe('a running sweep', () => {
  function run(answers: readonly (UsersPage | RolecallError)[], signal = new AbortController().signal) {
    const clock = createHandClock();
    const asked: (string | null)[] = [];
    const met: string[] = [];
    const trouble: (string | null)[] = [];
    let next = 0;
    const done = runSweep({
      clock,
      random: () => 0,
      signal,
      fetchPage: async (cursor) => {
        asked.push(cursor);
        const answer = answers[next];
        next += 1;
        if (answer instanceof Error || answer === undefined) throw answer;
        return answer;
      },
      onPage: (users: readonly User[]) => void met.push(...users.map(({ id }) => id)),
      onRestart: () => void met.splice(0),
      onTrouble: (code) => void trouble.push(code),
    });
    return { clock, asked, met, trouble, done };
  }

  it('obeys Retry-After and goes on where it was', async () => {
    const { clock, asked, met, trouble, done } = run([
      { users: [person({ id: '1' })], nextPage: 'a' },
      new RolecallError('network-rate-limited', 'Slower.', { retryAfterMs: 7_000 }),
      { users: [person({ id: '2' })], nextPage: null },
    ]);
    await clock.pass(6_999);
    expect(asked).toEqual([null, 'a']);
    await clock.pass(1);
    expect(await done).toEqual({ complete: true });
    expect(asked).toEqual([null, 'a', 'a']);
    expect(met).toEqual(['1', '2']);
    expect(trouble).toEqual([null, 'network-rate-limited', null]);
  });

  it('asks for the next page before it takes one in', async () => {
    const order: string[] = [];
    await runSweep({
      clock: createHandClock(),
      random: () => 0,
      signal: new AbortController().signal,
      fetchPage: async (cursor) => {
        order.push(`ask ${cursor}`);
        return { users: [person()], nextPage: cursor === null ? 'a' : null };
      },
      onPage: () => void order.push('take'),
      onRestart: () => {},
      onTrouble: () => {},
    });
    expect(order).toEqual(['ask null', 'ask a', 'take', 'take']);
  });

  it('takes nobody in once it is aborted, though their page is here', async () => {
    const stop = new AbortController();
    const met: string[] = [];
    const ended = runSweep({
      clock: createHandClock(),
      random: () => 0,
      signal: stop.signal,
      fetchPage: async (cursor) => {
        // Somebody signs out while the first page is about to be taken in.
        if (cursor !== null) stop.abort(new Error('signed out'));
        return { users: [person({ id: cursor ?? 'first' })], nextPage: cursor === null ? 'a' : null };
      },
      onPage: (users) => void met.push(...users.map(({ id }) => id)),
      onRestart: () => {},
      onTrouble: () => {},
    }).catch((error: unknown) => error);
    expect(await ended).toEqual(new Error('signed out'));
    expect(met).toEqual([]);
  });

  it('stops at once when aborted, also while it waits', async () => {
    const stop = new AbortController();
    const { clock, done } = run([new RolecallError('network-timeout', 'Slow.')], stop.signal);
    const ended = done.catch((error: unknown) => error);
    await clock.pass(10);
    expect(clock.waiting).toBe(1);
    stop.abort(new Error('enough'));
    expect(await ended).toEqual(new Error('enough'));
    expect(clock.waiting).toBe(0);
  });
});
