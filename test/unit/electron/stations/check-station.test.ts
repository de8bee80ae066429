import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookSchema } from '../../../../contract/desk/handed-stations.ts';
import { type StationDraft, stationDefinitionSchema, stationDraftSchema } from '../../../../contract/desk/stations.ts';
import { checkStation } from '../../../../electron/stations/check-station.ts';
import { frontDesk } from '../../../../electron/stations/front-desk.ts';

const roles = [
  { id: '1', name: 'Checked in' },
  { id: '2', name: 'Vendor' },
  { id: '3', name: 'NDA signed' },
];
const gives = (roleId: string, roleScope: 'convention' | 'global' = 'convention') =>
  ({ roleId, wanted: 'held', roleScope }) as const;
const takes = (roleId: string) => ({ roleId, wanted: 'absent', roleScope: 'convention' }) as const;
const draft = (change: Partial<StationDraft> = {}): StationDraft => ({
  id: null,
  name: 'Vendor desk',
  primaryRecipe: { id: null, name: 'Check in', changes: [gives('1')], scanRunsIt: false },
  furtherRecipes: [],
  roleIds: ['2'],
  columns: ['roles'],
  sounds: true,
  lockAfterMinutes: null,
  afterAct: 'next',
  ...change,
});
const recipe = (name: string, ...changes: StationDraft['furtherRecipes'][number]['changes']) => ({
  id: null,
  name,
  changes,
  scanRunsIt: false,
});
const check = (given: StationDraft, more: Partial<Parameters<typeof checkStation>[1]> = {}) =>
  checkStation(given, { others: [], before: null, roles, ...more });
const problemsOf = (given: StationDraft, more = {}) => {
  const checked = check(given, more);
  return checked.kind === 'problems' ? checked.problems.map(({ at, what, recipe: which }) => [at, which, what]) : [];
};

describe('a station that was filled in', () => {
  it('becomes one with short ids, trimmed names and the names of its roles', () => {
    const checked = check(
      draft({
        name: '  Vendor desk ',
        furtherRecipes: [recipe(' Both ', gives('1'), gives('3', 'global'))],
      }),
      { others: [frontDesk(roles)] },
    );
    expect(checked).toMatchObject({
      kind: 'fine',
      warnings: [],
      station: {
        id: 's1',
        name: 'Vendor desk',
        primaryRecipe: { id: 'r1', name: 'Check in' },
        furtherRecipes: [{ id: 'r2', name: 'Both', changes: [gives('1'), gives('3', 'global')] }],
        roleNames: [
          { roleId: '2', roleName: 'Vendor' },
          { roleId: '1', roleName: 'Checked in' },
          { roleId: '3', roleName: 'NDA signed' },
        ],
      },
    });
  });

  it.each<[string, Partial<StationDraft>, unknown[]]>([
    ['no name', { name: '  ' }, ['name', null, 'missing']],
    ['a name that is too long', { name: 'x'.repeat(61) }, ['name', null, 'too-long']],
    ['a line break in its name', { name: 'Vendor\ndesk' }, ['name', null, 'unseen-signs']],
    ['a sign that turns the text around', { name: 'Vendor\u202Edesk' }, ['name', null, 'unseen-signs']],
    ['nothing to do', { primaryRecipe: null, roleIds: [] }, ['roles', null, 'nothing-to-do']],
    ['one role twice', { roleIds: ['2', '2'] }, ['roles', null, 'role-twice']],
    ['ten switches', { roleIds: [...'abcdefghij'] }, ['roles', null, 'too-many']],
    ['a first step without a role', { primaryRecipe: recipe('Check in') }, ['recipe', 0, 'no-role']],
    ['a button without words', { furtherRecipes: [recipe('', gives('3'))] }, ['recipe', 1, 'missing']],
    [
      'a button that gives and takes the same',
      { furtherRecipes: [recipe('Odd', gives('3'), takes('3'))] },
      ['recipe', 1, 'role-twice'],
    ],
    [
      'two buttons that do the same',
      { furtherRecipes: [recipe('Again', gives('1'))] },
      ['recipe', 1, 'same-as-another'],
    ],
    [
      'two buttons with the same words',
      { furtherRecipes: [recipe('check IN', gives('3'))] },
      ['recipe', 1, 'same-as-another'],
    ],
  ])('is refused with %s, and says where', (_what, change, problem) => {
    expect(problemsOf(draft(change))).toEqual([problem]);
  });

  it('is refused with the name of another, but may keep its own', () => {
    const other = { ...frontDesk(roles), name: 'VENDOR desk' };
    expect(problemsOf(draft(), { others: [other] })).toEqual([['name', null, 'taken']]);
    expect(problemsOf(draft({ id: other.id }), { before: other })).toEqual([]);
  });

  it('only says so where one button takes back what another gives', () => {
    const checked = check(draft({ furtherRecipes: [recipe('Check out', takes('1'))] }));
    expect(checked).toMatchObject({
      kind: 'fine',
      warnings: [{ at: 'recipe', recipe: 1, what: 'opposite', other: 'Check in' }],
    });
  });

  it('keeps the name of a role that the service no longer has', () => {
    const before = { ...frontDesk(roles), roleNames: [{ roleId: '9', roleName: 'Gone' }] };
    const checked = check(draft({ id: before.id, roleIds: ['9'] }), { before });
    expect(checked.kind === 'fine' && checked.station.roleNames).toContainEqual({ roleId: '9', roleName: 'Gone' });
  });

  it('never becomes what could not be kept, whatever is filled in', () => {
    // Mostly what could be meant, so that much of it passes; the rest is anything.
    const text = fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 12 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
    );
    const change = fc.record({
      roleId: fc.constantFrom('1', '2', '3', '4'),
      wanted: fc.constantFrom('held' as const, 'absent' as const),
      roleScope: fc.constantFrom('convention' as const, 'global' as const),
    });
    const anyRecipe = fc.record({
      id: fc.constantFrom(null, 'r1', 'r2', '__proto__', ''),
      name: text,
      changes: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ({ roleId }) => roleId }),
        },
        { weight: 1, arbitrary: fc.array(change, { maxLength: 12 }) },
      ),
      scanRunsIt: fc.boolean(),
    });
    const anyDraft: fc.Arbitrary<StationDraft> = fc.record({
      id: fc.constant(null),
      name: text,
      primaryRecipe: fc.option(anyRecipe),
      furtherRecipes: fc.oneof(fc.array(anyRecipe, { maxLength: 2 }), fc.array(anyRecipe, { maxLength: 8 })),
      roleIds: fc.oneof(
        fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5')),
        fc.array(fc.constantFrom('1', '2', '3', '4', '5'), { maxLength: 12 }),
      ),
      columns: fc.array(fc.constantFrom('roles' as const, 'email' as const), { maxLength: 5 }),
      sounds: fc.boolean(),
      lockAfterMinutes: fc.option(fc.integer({ min: 1, max: 240 })),
      afterAct: fc.constantFrom('next' as const, 'stay' as const),
    });
    let fine = 0;
    fc.assert(
      fc.property(anyDraft, (given) => {
        expect(stationDraftSchema.safeParse(given).success).toBe(true);
        const checked = check(given);
        if (checked.kind === 'problems') return;
        fine += 1;
        expect(stationDefinitionSchema.parse(checked.station)).toEqual(checked.station);
        expect(bookSchema.safeParse({ stations: [checked.station], currentId: null }).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(fine).toBeGreaterThan(20);
  });
});
