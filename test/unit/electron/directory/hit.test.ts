import { describe, expect, it } from 'vitest';
import { hitOf } from '../../../../electron/directory/hit.ts';
import { readQuery } from '../../../../electron/directory/people-index/query.ts';
import { createMadeUpStation } from '../../../support/directory/made-up-directory.ts';
import { person } from '../../../support/directory/made-up-people.ts';

const user = person({
  id: 'R-77',
  preferredName: 'Łucja “Fox” O’Neil',
  firstName: 'Lucja',
  lastName: 'Neil',
  username: 'lucy',
  email: 'lucja.neil@example.org',
  phone: '+48 600 123 456',
});
const hit = (query: string, slips = 0) =>
  hitOf(user, slips, readQuery(query), createMadeUpStation().read(), {
    service: new Map([
      ['8', { roleScope: null, readAt: 1 }],
      ['7', { roleScope: null, readAt: 1 }],
    ]),
    overlay: new Map(),
    saidSince: () => true,
  });
const marked = (query: string, slips = 0) => {
  const { text, marks } = hit(query, slips).displayName;
  return marks.map(([start, end]) => text.slice(start, end));
};
const detail = (query: string, kind: string) => hit(query).details.find((one) => one.kind === kind)?.value;

describe('a row of the list', () => {
  it.each([
    ['lucj', ['Łucj']],
    ['fox lu', ['Łu', 'Fox']],
    ['oneil', ['O’Neil']],
    ['one', ['O’Ne']],
    ['neil', ['Neil']],
    ["o'n", ['O’N']],
    ['x', []],
  ])('marks what was typed: %s', (query, expected) => {
    expect(marked(query)).toEqual(expected);
  });

  it.each([
    ['🦊Foxy', 'fox', ['Fox']],
    ['✨Luna✨', 'luna', ['Luna']],
    ['xX🔥Draco🔥Xx', 'draco', ['Draco']],
    ['DJ♪Rex', 'dj rex', ['DJ', 'Rex']],
    ['☀️Sol', 'sol', ['Sol']],
    ['👩‍🚀Ripley', 'rip', ['Rip']],
  ])('marks what was typed beside symbols: %s by %s', (preferredName, query, expected) => {
    const { text, marks } = hitOf(person({ preferredName }), 0, readQuery(query), createMadeUpStation().read(), {
      service: new Map(),
      overlay: new Map(),
      saidSince: () => true,
    }).displayName;
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });

  it.each([
    ['John Robert Smith', 'jr smith', ['J', 'R', 'Smith']],
    ['Rob Smith', 'jr smith', ['Smith']],
    ['Al Smith Lee', 'al smith', ['Al', 'Smith']],
  ])('marks initials where they fit, and only there: %s by %s', (preferredName, query, expected) => {
    const { text, marks } = hitOf(
      person({ preferredName, firstName: 'X', lastName: 'Smith', username: 'x', email: 'x@example.org' }),
      0,
      readQuery(query),
      createMadeUpStation().read(),
      { service: new Map(), overlay: new Map(), saidSince: () => true },
    ).displayName;
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });

  it.each([
    ['Bob van der Berg', 'vanderberg', ['van', 'der', 'Berg']],
    ['Bob van der Berg', 'bob vanderb', ['Bob', 'van', 'der', 'B']],
    ['Anna Vanderberg', 'anna van der berg', ['Anna', 'Vanderberg']],
    ['John Smith', 'johnsmith', ['John', 'Smith']],
    ['John Smith', 'johnsm', ['John', 'Sm']],
    ['John Smith', 'smithjohn', ['John', 'Smith']],
    ['Anne-Marie Smith', 'mariesmith', ['Marie', 'Smith']],
    ['太郎 山田', '山田太郎', ['太郎', '山田']],
    ['Omar Ali', 'bin-ali', ['Ali']],
    ['John Smith', 'johnx', []],
    ['J Smith Johnson', 'smithx', []],
  ])('marks what was typed in one word or in several: %s by %s', (preferredName, query, expected) => {
    const { text, marks } = hitOf(
      person({ preferredName, firstName: 'X', lastName: 'Q', username: 'x', email: 'x@example.org' }),
      0,
      readQuery(query),
      createMadeUpStation().read(),
      { service: new Map(), overlay: new Map(), saidSince: () => true },
    ).displayName;
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });

  it('marks the word that was meant where it was mistyped', () => {
    expect(marked('luxja', 1)).toEqual(['Łucja']);
    expect(hit('luxja', 1).slip).toBe(true);
    expect(marked('luxja')).toEqual([]);
  });

  it('shows of e-mail and phone what was typed and no more', () => {
    expect(detail('fox', 'email')).toEqual({ text: 'l•••@example.org', marks: [] });
    expect(detail('lucja.ne', 'email')).toEqual({ text: 'lucja.ne•••@example.org', marks: [[0, 8]] });
    expect(detail('lucja.neil@ex', 'email')?.text).toBe('lucja.neil@example.org');
    expect(detail('fox', 'phone')).toBeUndefined();
    expect(detail('6001', 'phone')).toEqual({ text: '+•• 600 1•3 456', marks: [[4, 9]] });
    expect(detail('3456', 'phone')?.text).toBe('+•• ••• ••3 456');
  });

  it('shows the id only when it was typed, and the legal name only when it differs', () => {
    expect(detail('fox', 'id')).toBeUndefined();
    expect(detail('r77', 'id')).toEqual({ text: 'R-77', marks: [[0, 4]] });
    expect(detail('fox', 'legal-name')?.text).toBe('Lucja Neil');
    const plain = hitOf(person({ preferredName: null }), 0, readQuery('given'), createMadeUpStation().read(), {
      service: new Map(),
      overlay: new Map(),
      saidSince: () => true,
    });
    expect(plain.details.map(({ kind }) => kind)).not.toContain('legal-name');
  });

  it('names the other station roles and the state of the primary act', () => {
    expect(hit('fox')).toMatchObject({
      roleNames: ['Staff'],
      primary: { roleId: '7', held: true, state: 'confirmed' },
    });
  });
});
