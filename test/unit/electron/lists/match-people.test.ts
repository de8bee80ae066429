import { describe, expect, it } from 'vitest';
import type { ColumnKind } from '../../../../contract/desk/lists.ts';
import type { User } from '../../../../contract/registration-api/resources.ts';
import { dryRun } from '../../../../electron/lists/dry-run.ts';
import { type Match, matchPeople, wantedRows } from '../../../../electron/lists/match-people.ts';
import { recogniseColumns } from '../../../../electron/lists/recognise-columns.ts';
import { runSteps } from '../../../support/run-steps.ts';

const person = (id: string, firstName: string, lastName: string, more: Partial<User> = {}): User => ({
  id,
  email: `${id}@people.example`,
  preferredName: null,
  firstName,
  lastName,
  username: `user${id}`,
  verified: true,
  phone: null,
  address: null,
  ...more,
});

const people = [
  person('17', 'Mikael', 'Aaltonen', {
    preferredName: 'Mika Aaltonen',
    email: 'Mika@Aalto.example',
    username: 'nordlys',
  }),
  person('18', 'Alex', 'Novák'),
  person('19', 'Alex', 'Novak', { email: 'family@novak.example' }),
  person('20', 'Eva', 'Novak', { email: 'family@novak.example' }),
  person('21', 'Anna Maria', "O'Brien", { username: '17' }),
];

function matches(text: string[][], kinds?: ColumnKind[], hasHeader?: boolean): Match[] {
  const table = { rows: text };
  const columns = recogniseColumns(table, hasHeader ?? undefined);
  const rows = wantedRows(table, columns.hasHeader, kinds ?? columns.kinds);
  return runSteps(matchPeople(rows, people)).map(({ match }) => match);
}
const check = (userId: string): Match => ({ kind: 'several', userIds: [userId] });
const one = (userId: string, by: 'id' | 'username'): Match => ({ kind: 'one', userId, by });
const meant = (...cells: string[]): string => {
  const match = matches([cells], cells.length === 1 ? ['any'] : undefined)[0];
  if (match === undefined) return 'nothing';
  return match.kind === 'one'
    ? `${match.userId} by ${match.by}`
    : match.kind === 'several'
      ? match.userIds.join('+')
      : 'none';
};

describe('one column of anything', () => {
  it.each([
    ['18', '18 by id'],
    ['MIKA@aalto.EXAMPLE', '17 by email'],
    ['Mika Aaltonen <mika@aalto.example>', '17 by email'],
    ['@Nordlys', '17 by username'],
    ['aaltonen, mika', '17 by name'],
    ['Mikael Aaltonen', '17 by name'],
    ['anna maria obrien', '21 by name'],
    ['018', 'none'],
    ['Mika', 'none'],
    ['Mika Aaltonenn', 'none'],
  ])('%s means %s', (text, expected) => {
    expect(meant(text)).toBe(expected);
  });

  it('several of one name, one address or one number are never guessed', () => {
    expect(meant('Alex Novak')).toBe('18+19');
    expect(meant('family@novak.example')).toBe('19+20');
    expect(meant('17')).toBe('17+21');
  });
});

describe('columns', () => {
  it('a name tells apart who share an address', () => {
    const rows = [
      ['Name', 'E-mail'],
      ['Eva Novak', 'family@novak.example'],
    ];
    expect(matches(rows)).toEqual([{ kind: 'one', userId: '20', by: 'email' }]);
  });

  it.each([
    // A parent's address beside a child's name, of another surname and of the same one.
    ['Avery de la Cruz', 'mika@aalto.example', 'check 17'],
    ['Avery Aaltonen', 'mika@aalto.example', 'check 17'],
    ['Mika', 'mika@aalto.example', '17'],
    ['AALTONEN, Mikael Juhani', 'mika@aalto.example', '17'],
    ['Nordlys', 'mika@aalto.example', '17'],
    ['', 'mika@aalto.example', '17'],
    ['Avery de la Cruz', 'nobody@aalto.example', 'none'],
  ])('“%s” beside %s: %s', (name, address, expected) => {
    const [match] = matches(
      [
        ['Name', 'E-mail'],
        [name, address],
      ],
      ['name', 'email'],
      true,
    );
    const said = { one: '', several: 'check ', none: 'none' }[match?.kind ?? 'none'];
    const who = match?.kind === 'one' ? match.userId : match?.kind === 'several' ? match.userIds.join('+') : '';
    expect(said + who).toBe(expected);
  });

  it.each<[string, ColumnKind[], string[], Match]>([
    // The numbers of another program are the ids of other people.
    ['an id, all else a stranger’s', ['id', 'name', 'email'], ['18', 'Zoe Zander', 'zoe@nowhere.example'], check('18')],
    ['an id and a stranger’s name', ['id', 'name'], ['18', 'Zoe Zander'], check('18')],
    ['an id and a stranger’s names', ['id', 'first-name', 'last-name'], ['18', 'Zoe', 'Zander'], check('18')],
    ['an id and a stranger’s address', ['id', 'email'], ['18', 'zoe@nowhere.example'], check('18')],
    ['a namesake’s address', ['id', 'name', 'email'], ['18', 'Alex', 'alex@nowhere.example'], check('18')],
    ['a username and a stranger’s name', ['username', 'name'], ['nordlys', 'Zoe Zander'], check('17')],
    ['a new address', ['id', 'name', 'email'], ['17', 'Mika Aaltonen', 'mika@new.example'], one('17', 'id')],
    ['no address', ['id', 'name', 'email'], ['18', 'Alex', '-'], one('18', 'id')],
    ['an address that agrees', ['id', 'name', 'email'], ['18', '', '18@people.example'], one('18', 'id')],
    ['a part of the name', ['username', 'name'], ['nordlys', 'Mika'], one('17', 'username')],
  ])('%s', (_name, kinds, cells, expected) => {
    expect(matches([kinds, cells], kinds, true)).toEqual([expected]);
  });

  it('a name in front of an address has to agree with it, too', () => {
    expect(matches([['Avery de la Cruz <mika@aalto.example>']], ['any'], false)).toEqual([
      { kind: 'several', userIds: ['17'] },
    ]);
  });

  it('that contradict each other leave it to a person', () => {
    const rows = [
      ['ID', 'Name'],
      ['18', 'Eva Novak'],
    ];
    expect(matches(rows)).toEqual([{ kind: 'several', userIds: ['18', '20'] }]);
  });

  it.each<[string, string[][], boolean, ColumnKind[]]>([
    [
      'titles',
      [
        ['Vorname', 'Nachname', 'E-Mail', 'Shirt'],
        ['a', 'b', 'a@b.example', 'M'],
      ],
      true,
      ['first-name', 'last-name', 'email', 'ignored'],
    ],
    [
      'addresses by their look',
      [
        ['Mika Aaltonen', 'm@a.example'],
        ['Jan Novák', 'j@n.example'],
      ],
      false,
      ['name', 'email'],
    ],
    [
      'halves of names',
      [
        ['Aaltonen', 'Mika'],
        ['Novák', 'Jan'],
      ],
      false,
      ['first-name', 'last-name'],
    ],
    [
      'a key in front',
      [
        ['17', 'M'],
        ['18', 'L'],
      ],
      false,
      ['any', 'ignored'],
    ],
    [
      'no header where the first row is a person',
      [
        ['name@x.example', 'a'],
        ['b@x.example', 'c'],
      ],
      false,
      ['email', 'ignored'],
    ],
    [
      'the second address is somebody else’s',
      [
        ['E-mail', 'Mail', 'x'],
        ['a@b.example', 'c@d.example', '1'],
      ],
      true,
      ['email', 'ignored', 'ignored'],
    ],
    ['one entry a line', [['17'], ['18']], false, ['any']],
    ['one entry a line under a title', [['Username'], ['nordlys']], true, ['username']],
  ])('%s', (_name, rows, hasHeader, kinds) => {
    expect(recogniseColumns({ rows })).toEqual({ hasHeader, kinds });
  });

  it('a number in a column of something else means nobody', () => {
    expect(
      matches([
        ['Mika Aaltonen', 'm@a.example', '18'],
        ['Jan Novák', 'j@n.example', '18'],
      ])[1],
    ).toEqual({ kind: 'none' });
  });
});

describe('the dry run', () => {
  const rows = (...userIds: (string | null)[]) =>
    userIds.map((userId, index) => ({
      wanted: { row: index + 2, text: '', keys: { id: '', email: '', username: '', name: '' }, namesOwner: false },
      match: userId === null ? ({ kind: 'none' } as const) : ({ kind: 'one', userId, by: 'id' } as const),
    }));
  const nothing = { held: false, roleScope: null };
  const held = (roleScope: 'convention' | 'global' | null) => ({ held: true, roleScope });
  const run = (change: 'held' | 'absent', roles: Record<string, typeof nothing | ReturnType<typeof held>>) =>
    runSteps(
      dryRun({
        rows: rows(...Object.keys(roles)),
        choices: new Map(),
        change,
        roleOf: (userId) => roles[userId] ?? nothing,
      }),
    ).rows.map(({ status }) => status);

  it('tells what changes from what is so', () => {
    const roles = { a: nothing, b: held('convention'), c: held('global'), d: held(null) };
    expect(run('held', roles)).toEqual(['will-change', 'already', 'already', 'already']);
    expect(run('absent', roles)).toEqual(['already', 'will-change', 'everywhere', 'will-change']);
  });

  it('counts a person once, and what was chosen like what was found', () => {
    const { rows: shown, counts } = runSteps(
      dryRun({
        rows: rows('a', null, 'a', null),
        choices: new Map([
          [3, 'b'],
          [5, 'a'],
        ]),
        change: 'held',
        roleOf: () => nothing,
      }),
    );
    expect(shown.map(({ status, sameAs }) => [status, sameAs])).toEqual([
      ['will-change', null],
      ['will-change', null],
      ['doubled', 2],
      ['doubled', 2],
    ]);
    expect(counts).toMatchObject({ rows: 4, 'will-change': 2, doubled: 2, unknown: 0 });
  });
});
