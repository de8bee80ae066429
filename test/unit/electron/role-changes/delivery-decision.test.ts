import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../../contract/desk/errors.ts';
import type { RoleScope } from '../../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { backoffMs } from '../../../../electron/role-changes/backoff.ts';
import { decideDelivery, failureKindOf, type Knowledge } from '../../../../electron/role-changes/delivery-decision.ts';
import type { WishFacts } from '../../../../electron/role-changes/wishes.ts';

const facts: WishFacts = {
  wishId: 'w',
  userId: 'u',
  roleId: 'r',
  roleName: 'R',
  wanted: 'held',
  roleScope: 'convention',
  exactScope: false,
  base: null,
  undoes: null,
};
const fresh: Knowledge = {
  certain: true,
  seen: undefined,
  lately: undefined,
  wrote: 'nothing',
  disagreements: 0,
  writeRefusal: null,
  tookAway: null,
  doomed: null,
};
const no = (code: 'service-forbidden' | 'service-already-has-role' | 'service-invalid-request'): RolecallError =>
  new RolecallError(code, 'No.');

describe('the next step', () => {
  it.each<[string, Partial<WishFacts>, Partial<Knowledge>, object]>([
    ['writes at once when nothing is open', {}, {}, { kind: 'add', roleScope: 'convention' }],
    ['reads after a start', {}, { certain: false }, { kind: 'read' }],
    ['reads after a write of its own', {}, { wrote: 'changed' }, { kind: 'read' }],
    ['reads after a write whose answer was lost', {}, { wrote: 'unknown', certain: false }, { kind: 'read' }],
    ['reads after "already"', {}, { writeRefusal: no('service-already-has-role') }, { kind: 'read' }],
    ['reads after "no"', {}, { writeRefusal: no('service-forbidden') }, { kind: 'read' }],
    [
      'confirms what the list shows',
      {},
      { seen: 'convention' },
      { kind: 'confirm', how: 'already', heldScope: 'convention' },
    ],
    ['confirms its own write', {}, { seen: 'convention', wrote: 'changed' }, { kind: 'confirm', how: 'written' }],
    [
      'does not claim a doubtful write',
      {},
      { seen: 'convention', certain: false },
      { kind: 'confirm', how: 'unknown' },
    ],
    ['is content with the wider scope', {}, { seen: 'global' }, { kind: 'confirm', heldScope: 'global' }],
    ['gives what is missing', {}, { seen: null, certain: false }, { kind: 'add', roleScope: 'convention' }],
    [
      'looks again when a written change is not there yet',
      {},
      { seen: null, wrote: 'changed' },
      { kind: 'look-again' },
    ],
    [
      'believes it in the end',
      {},
      { seen: null, wrote: 'changed', disagreements: 4 },
      { kind: 'refuse', error: { code: 'role-changed-elsewhere' } },
    ],
    [
      'refuses with the reason of the write',
      {},
      { seen: null, writeRefusal: no('service-forbidden') },
      { kind: 'refuse', error: { code: 'service-forbidden' } },
    ],
    [
      'looks again when the list denies "already"',
      {},
      { seen: null, writeRefusal: no('service-already-has-role') },
      { kind: 'look-again' },
    ],
    [
      'gives up when the list denies "already" for good',
      {},
      { seen: null, writeRefusal: no('service-already-has-role'), disagreements: 8 },
      { kind: 'refuse', error: { code: 'service-invalid-request' } },
    ],
    ['reads before taking away what may be held for all', { wanted: 'absent' }, {}, { kind: 'read' }],
    [
      'takes away what was lately read as of this convention',
      { wanted: 'absent' },
      { lately: 'convention' },
      { kind: 'remove', halfway: false },
    ],
    [
      'leaves alone what is held for all',
      { wanted: 'absent' },
      { seen: 'global' },
      { kind: 'refuse', error: { code: 'role-held-globally' } },
    ],
    [
      'takes away what is held for all when asked for that',
      { wanted: 'absent', roleScope: 'global' },
      { seen: 'global' },
      { kind: 'remove', halfway: false },
    ],
    [
      'changes the scope by taking away first',
      { roleScope: 'global', exactScope: true },
      { seen: 'convention' },
      { kind: 'remove', halfway: true },
    ],
    [
      'goes on after the first half',
      { roleScope: 'global', exactScope: true },
      { wrote: 'halfway' },
      { kind: 'add', roleScope: 'global' },
    ],
    [
      'takes nothing away when it is not allowed to',
      { roleScope: 'global', exactScope: true },
      { seen: 'convention', writeRefusal: no('service-forbidden') },
      { kind: 'refuse' },
    ],
    [
      'gives back what it took away in vain',
      { roleScope: 'global', exactScope: true },
      { seen: null, wrote: 'unknown', tookAway: 'convention', writeRefusal: no('service-invalid-request') },
      { kind: 'restore', roleScope: 'convention' },
    ],
    [
      'then refuses',
      { roleScope: 'global', exactScope: true },
      { seen: 'convention', wrote: 'changed', doomed: no('service-invalid-request') },
      { kind: 'refuse', error: { code: 'service-invalid-request' } },
    ],
  ])('%s', (_what, factChanges, knowledgeChanges, expected) => {
    expect(decideDelivery({ ...facts, ...factChanges }, { ...fresh, ...knowledgeChanges })).toMatchObject(expected);
  });

  const scope = fc.constantFrom<RoleScope>('convention', 'global');
  const refusal = fc.constantFrom(
    null,
    no('service-forbidden'),
    no('service-already-has-role'),
    no('service-invalid-request'),
  );
  const anyFacts = fc.record({ wanted: fc.constantFrom('held' as const, 'absent' as const), roleScope: scope }).map(
    (changes): WishFacts => ({
      ...facts,
      ...changes,
      exactScope: changes.wanted === 'held' && changes.roleScope === 'global',
    }),
  );
  const anyKnowledge: fc.Arbitrary<Knowledge> = fc.record({
    certain: fc.boolean(),
    seen: fc.constantFrom<RoleScope | null | undefined>('convention', 'global', null, undefined),
    lately: fc.constantFrom<RoleScope | undefined>('convention', 'global', undefined),
    wrote: fc.constantFrom('nothing' as const, 'halfway' as const, 'changed' as const, 'unknown' as const),
    disagreements: fc.nat(6),
    writeRefusal: refusal,
    tookAway: fc.constantFrom<RoleScope | null>('convention', null),
    doomed: refusal,
  });

  it('never writes without knowledge after a doubtful outcome, never confirms unread, never takes a global role by a click', () => {
    fc.assert(
      fc.property(anyFacts, anyKnowledge, (someFacts, knowledge) => {
        const step = decideDelivery(someFacts, knowledge);
        const writes = step.kind === 'add' || step.kind === 'remove' || step.kind === 'restore';
        if (writes && (!knowledge.certain || knowledge.wrote === 'unknown')) expect(knowledge.seen).not.toBeUndefined();
        if (step.kind === 'confirm') {
          expect(knowledge.seen === null).toBe(someFacts.wanted === 'absent');
        }
        if (step.kind === 'add' || step.kind === 'restore') expect(knowledge.seen ?? null).toBeNull();
        if (step.kind === 'remove' && someFacts.wanted === 'absent' && someFacts.roleScope === 'convention') {
          expect(knowledge.seen ?? knowledge.lately).toBe('convention');
        }
        if (step.kind === 'refuse' && knowledge.seen === undefined) throw new Error('Refused without looking.');
      }),
      { numRuns: 2_000 },
    );
  });
});

it('every error code is taken in some way', () => {
  for (const code of errorCodes) expect(failureKindOf(code)).toMatch(/^(line|rate|broken|sign-in|said-no)$/);
});

describe('the delay', () => {
  it('doubles to at most 15 seconds, half of it by chance', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((failures) => backoffMs(failures, 1, undefined))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
    expect(backoffMs(6, 0, undefined)).toBe(7_500);
  });

  it('is never shorter than what the service asked for', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(60_000),
        (failures, random, asked) => {
          expect(backoffMs(failures, random, asked)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});
