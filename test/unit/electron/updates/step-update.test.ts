import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UpdateState } from '../../../../contract/desk/updates.ts';
import { isNewer, stepUpdate, type UpdateEvent } from '../../../../electron/updates/step-update.ts';

const quiet = { changesWaiting: 0, personOpen: false };
const offered = (version: string): UpdateEvent => ({ kind: 'offered', version, current: '0.2.0', at: 7 });

function after(...events: readonly UpdateEvent[]): UpdateState {
  return events.reduce<UpdateState>((state, event) => stepUpdate(state, event).state, {
    kind: 'idle',
    checkedAt: null,
  });
}

const toReady: readonly UpdateEvent[] = [
  { kind: 'check' },
  offered('0.3.0'),
  { kind: 'download' },
  { kind: 'progress', percent: 40.6 },
  { kind: 'verified' },
];

it('goes from a question to a new version only as far as somebody asks', () => {
  expect(after(...toReady.slice(0, 1))).toEqual({ kind: 'checking' });
  expect(after(...toReady.slice(0, 2))).toEqual({ kind: 'available', version: '0.3.0' });
  expect(after(...toReady.slice(0, 4))).toEqual({ kind: 'downloading', version: '0.3.0', percent: 40 });
  expect(after(...toReady)).toEqual({ kind: 'ready', version: '0.3.0' });
  expect(stepUpdate(after(...toReady), { kind: 'install', desk: quiet })).toEqual({
    state: { kind: 'ready', version: '0.3.0' },
    effect: 'install',
  });
});

it('refuses a version that is older, and says so', () => {
  expect(after({ kind: 'check' }, offered('0.1.9'))).toEqual({ kind: 'failed', reason: 'older', at: 7 });
  expect(after({ kind: 'check' }, offered('0.2.0'))).toEqual({ kind: 'idle', checkedAt: 7 });
  expect(after({ kind: 'check' }, offered('0.2.0-beta.1'))).toMatchObject({ kind: 'failed', reason: 'older' });
});

it.each([
  [{ changesWaiting: 3, personOpen: false }, 'changes-waiting'],
  [{ changesWaiting: 0, personOpen: true }, 'person-open'],
  [{ changesWaiting: 1, personOpen: true }, 'changes-waiting'],
])('waits while work would suffer: %o', (desk, because) => {
  const deferred = stepUpdate(after(...toReady), { kind: 'install', desk });
  expect(deferred).toEqual({ state: { kind: 'deferred', version: '0.3.0', because }, effect: null });
  expect(stepUpdate(deferred.state, { kind: 'install', desk: quiet }).effect).toBe('install');
});

it('asks nobody where no feed is configured', () => {
  const events: readonly UpdateEvent[] = [...toReady, { kind: 'install', desk: quiet }];
  for (const event of events)
    expect(stepUpdate({ kind: 'off' }, event)).toEqual({ state: { kind: 'off' }, effect: null });
});

it('is asked again after a failure', () => {
  const failed = after({ kind: 'check' }, { kind: 'failed', reason: 'unreachable', at: 1 });
  expect(stepUpdate(failed, { kind: 'check' }).effect).toBe('check');
});

const anyDesk = fc.record({ changesWaiting: fc.nat(3), personOpen: fc.boolean() });
const anyEvent: fc.Arbitrary<UpdateEvent> = fc.oneof(
  fc.constant<UpdateEvent>({ kind: 'check' }),
  fc.constantFrom('0.1.0', '0.2.0', '0.2.1', '1.0.0', 'x', '').map(offered),
  fc.constant<UpdateEvent>({ kind: 'nothing-new', at: 1 }),
  fc.constant<UpdateEvent>({ kind: 'download' }),
  fc.double({ min: -5, max: 150, noNaN: true }).map((percent): UpdateEvent => ({ kind: 'progress', percent })),
  fc.constant<UpdateEvent>({ kind: 'verified' }),
  fc
    .constantFrom('unreachable' as const, 'not-verified' as const)
    .map((reason): UpdateEvent => ({ kind: 'failed', reason, at: 1 })),
  anyDesk.map((desk): UpdateEvent => ({ kind: 'install', desk })),
);

it('whatever comes in whatever order: installed is only what was verified, asked for, newer, and in nobody’s way', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let state: UpdateState = { kind: 'idle', checkedAt: null };
      let verified: string | null = null;
      for (const event of events) {
        const before = state;
        const { state: next, effect } = stepUpdate(before, event);
        if (before.kind === 'downloading' && event.kind === 'verified') verified = before.version;
        if (effect === 'download') expect(event.kind).toBe('download');
        if (effect === 'install') {
          expect(event).toMatchObject({ kind: 'install', desk: quiet });
          expect(next).toEqual({ kind: 'ready', version: verified });
          expect(isNewer(verified ?? '', '0.2.0')).toBe(true);
        }
        state = next;
      }
    }),
  );
});

describe('which version comes after which', () => {
  const rising = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ];

  it('as Semantic Versioning orders them', () => {
    for (const [index, one] of rising.entries()) {
      for (const [place, other] of rising.entries()) expect(isNewer(one, other), `${one} ${other}`).toBe(index > place);
    }
  });

  it.each(['', 'latest', '1', '1.0', 'v1.0.0', '1.0.0.0', '01.0.0', '1.0.0-', '99999999999.0.0'])(
    'never “%s”',
    (text) => {
      expect(isNewer(text, '0.0.1')).toBe(false);
    },
  );
});
