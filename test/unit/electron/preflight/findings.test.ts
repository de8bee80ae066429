import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestRow } from '../../../../contract/desk/connections.ts';
import {
  judgeClock,
  judgeConnection,
  judgeDisk,
  judgeKeyring,
  judgeLinks,
  judgePeople,
  judgePower,
} from '../../../../electron/preflight/findings.ts';

const at = Date.UTC(2026, 7, 14, 9, 0, 0);

describe('keyring', () => {
  it.each([
    ['strong', true, 'fine', 'fine'],
    ['strong', false, 'failed', 'keyring-broken'],
    ['weak', false, 'warning', 'keyring-none'],
    ['unavailable', false, 'warning', 'keyring-none'],
  ] as const)('%s, opened: %s is %s', (strength, opened, state, finding) => {
    expect(judgeKeyring(strength, 'kwallet', opened)).toMatchObject({ state, finding, facts: { keyring: 'kwallet' } });
  });
});

describe('links', () => {
  it.each([
    ['rolecall', true, 'fine', 'fine'],
    ['another-program', true, 'warning', 'links-elsewhere'],
    ['nothing', true, 'warning', 'links-nothing'],
    ['nothing', false, 'skipped', 'links-not-needed'],
  ] as const)('opened with %s, needed: %s is %s', (openWith, needed, state, finding) => {
    expect(judgeLinks(openWith, needed)).toMatchObject({ state, finding });
  });
});

describe('connection', () => {
  const row = (step: TestRow['step'], state: TestRow['state']): TestRow => ({
    step,
    state,
    finding: state === 'fine' ? 'fine' : 'slow-down',
    names: [],
    minutes: null,
  });

  it('is fine when nothing is wrong, whatever was left out', () => {
    expect(judgeConnection([row('reachable', 'fine'), row('operator', 'skipped')])).toMatchObject({ state: 'fine' });
  });

  it('names what is not fine, and fails with the worst of it', () => {
    const rows = [row('reachable', 'fine'), row('search', 'failed'), row('roles', 'warning')];
    expect(judgeConnection(rows)).toMatchObject({
      state: 'failed',
      finding: 'connection-failed',
      facts: { tests: [{ step: 'search' }, { step: 'roles' }] },
    });
    expect(judgeConnection([row('roles', 'warning')])).toMatchObject({
      state: 'warning',
      finding: 'connection-warning',
    });
  });

  it('is not fine where nobody is signed in: what the desk does as its operator was not looked at', () => {
    const operator: TestRow = { ...row('operator', 'skipped'), finding: 'not-signed-in' };
    expect(judgeConnection([row('reachable', 'fine'), operator])).toMatchObject({
      state: 'warning',
      finding: 'connection-warning',
      facts: { tests: [{ step: 'operator', finding: 'not-signed-in' }] },
    });
  });

  it('leaves the clock to its own row', () => {
    expect(judgeConnection([row('clock', 'warning')]).state).toBe('fine');
  });
});

describe('people', () => {
  const state = { people: 2_000, upToDateAt: at, sweep: null, problem: null };
  it.each([
    ['fresh', state, 'fine', 'fine'],
    ['ten minutes old', { ...state, upToDateAt: at - 600_000 }, 'fine', 'fine'],
    ['older', { ...state, upToDateAt: at - 600_001 }, 'warning', 'people-old'],
    ['of before the clock was moved a little', { ...state, upToDateAt: at + 30_000 }, 'fine', 'fine'],
    ['of before the clock was set back', { ...state, upToDateAt: at + 30_001 }, 'warning', 'people-undated'],
    ['nobody', { ...state, people: 0 }, 'failed', 'people-none'],
    ['never fetched', { ...state, people: 0, upToDateAt: null }, 'failed', 'people-none'],
    [
      'being fetched',
      { ...state, upToDateAt: null, sweep: { fetched: 300, startedAt: at } },
      'warning',
      'people-fetching',
    ],
  ] as const)('%s', (_name, directory, found, finding) => {
    expect(judgePeople(directory, at)).toMatchObject({ state: found, finding });
  });
});

describe('clock', () => {
  const date = new Date(at).toUTCString();

  it('compares the middle of the exchange with the middle of the second the header names', () => {
    expect(judgeClock({ date }, at + 500 + 100, 200)).toMatchObject({
      state: 'fine',
      facts: { skewMs: 0, marginMs: 600 },
    });
  });

  it('says which way it is off', () => {
    expect(judgeClock({ date }, at + 90_500, 0)).toMatchObject({ finding: 'clock-off', facts: { skewMs: 90_000 } });
    expect(judgeClock({ date }, at - 89_500, 0)).toMatchObject({ finding: 'clock-off', facts: { skewMs: -90_000 } });
  });

  it('counts thirty seconds beyond the margin as wrong', () => {
    expect(judgeClock({ date }, at + 500 + 30_500, 0).finding).toBe('fine');
    expect(judgeClock({ date }, at + 500 + 30_501, 0).finding).toBe('clock-off');
  });

  it('counts the time an answer lay in a cache on its way: its date is when it was made (RFC 9111 5.1)', () => {
    const headers = { date, age: '240' };
    expect(judgeClock(headers, at + 240_000 + 500, 0)).toMatchObject({ state: 'fine', facts: { skewMs: 0 } });
    expect(judgeClock(headers, at + 500, 0)).toMatchObject({ finding: 'clock-off', facts: { skewMs: -240_000 } });
    expect(judgeClock({ date, age: 'old' }, at + 500, 0)).toMatchObject({ state: 'fine', facts: { skewMs: 0 } });
  });

  it('says so when the service tells no time', () => {
    expect(judgeClock({}, at, 10).finding).toBe('clock-unknown');
    expect(judgeClock({ date: 'noon' }, at, 10).finding).toBe('clock-unknown');
  });

  it('never calls a clock wrong that the margin explains', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 0, max: 999 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (roundTripMs, intoSecond, share) => {
          // A right clock: the header was written at some time of the exchange.
          const written = at + intoSecond;
          const receivedAt = written + roundTripMs * share;
          const verdict = judgeClock({ date: new Date(at).toUTCString() }, receivedAt, roundTripMs);
          const { skewMs = Number.NaN, marginMs = 0 } = verdict.facts ?? {};
          expect(verdict.finding).toBe('fine');
          expect(Math.abs(skewMs)).toBeLessThanOrEqual(marginMs + 1);
        },
      ),
    );
  });
});

describe('disk', () => {
  const mebibyte = 1024 ** 2;
  it.each([
    [50_000 * mebibyte, 'fine', 'fine', 'fine'],
    [1_024 * mebibyte, 'fine', 'fine', 'fine'],
    [1_023 * mebibyte, 'fine', 'warning', 'disk-low'],
    [199 * mebibyte, 'fine', 'failed', 'disk-low'],
    [50_000 * mebibyte, 'full', 'failed', 'disk-low'],
    [50_000 * mebibyte, 'failed', 'failed', 'disk-unwritable'],
    [null, 'failed', 'failed', 'disk-unwritable'],
    [null, 'fine', 'warning', 'disk-unknown'],
  ] as const)('%s bytes free, written: %s is %s', (free, written, state, finding) => {
    expect(judgeDisk(free, written)).toMatchObject({ state, finding });
  });
});

it('says when the laptop runs on its battery', () => {
  expect(judgePower(true).finding).toBe('on-battery');
  expect(judgePower(false).state).toBe('fine');
});
