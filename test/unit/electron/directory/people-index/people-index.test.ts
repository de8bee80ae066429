import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../../../contract/registration-api/resources.ts';
import { fold } from '../../../../../electron/directory/people-index/fold.ts';
import {
  createPeopleIndex,
  type PeopleIndex,
  type Tidiness,
} from '../../../../../electron/directory/people-index/people-index.ts';
import { slipsAllowed } from '../../../../../electron/directory/people-index/slips.ts';
import { displayNameOf, localPartOf, wordsOf } from '../../../../../electron/directory/people-index/tokens.ts';
import { alikeNames, peopleOfAlikeNames } from '../../../../support/directory/arbitrary-people.ts';
import { person } from '../../../../support/directory/made-up-people.ts';
import { slipsToBeginning } from '../../../../support/directory/slips-model.ts';

function indexOf(people: readonly User[], pageSize = people.length): PeopleIndex {
  const index = createPeopleIndex();
  for (let at = 0; at < people.length; at += Math.max(1, pageSize)) {
    index.put(people.slice(at, at + Math.max(1, pageSize)), 1, 1);
    tidy(index, 'usual');
  }
  return index;
}

function tidy(index: PeopleIndex, tidiness: Tidiness): void {
  const steps = index.tidy(tidiness);
  while (steps.next().done !== true);
}

const ids = (index: PeopleIndex, query: string, limit = 50) =>
  index.search(query, limit).people.map(({ user }) => user.id);

describe('the people index', () => {
  it('finds by beginnings of words whom a scan over the same words finds', () => {
    fc.assert(
      fc.property(
        peopleOfAlikeNames,
        fc.array(fc.constantFrom('a', 'an', 'ann', 'b', 'jos', 'mart', '山', '郎', 'lee', 'meer'), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.integer({ min: 1, max: 12 }),
        (all, typed, pageSize) => {
          const index = indexOf(all, pageSize);
          const expected = all
            .filter((user) => {
              const words = [...wordsOf(user).keys()];
              return typed.every((text) => words.some((word) => word.startsWith(fold(text))));
            })
            .map(({ id }) => id);
          const found = ids(index, typed.join(' '));
          for (const id of expected) expect(found).toContain(id);
          // Nobody else, as long as enough were found for nothing further to be tried.
          if (expected.length >= 10) expect(new Set(found)).toEqual(new Set(expected));
        },
      ),
    );
  });

  it('names whom a look at everybody names, however many others are called so', () => {
    const words = [...alikeNames, 'Änna', 'o_b', '🦊'].filter((word) => !word.includes(' '));
    const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
    const key = fc.tuple(name, fc.constantFrom(' ', '-', '.', '')).map(([parts, between]) => parts.join(between));
    const user = fc.record({
      id: key,
      username: key,
      email: fc.tuple(key, key).map(([local, domain]) => `${local.replaceAll(' ', '_')}@${domain}.org`),
      firstName: key,
    });
    const plain = (text: string): string => fold(text).replaceAll(/[ '@]/gu, '');
    fc.assert(
      fc.property(
        fc.uniqueArray(user, { minLength: 1, maxLength: 30, selector: ({ id }) => id }),
        fc.integer({ min: 1, max: 12 }),
        (given, pageSize) => {
          const all = given.map((each) => person(each));
          const index = indexOf(all, pageSize);
          for (const text of all.flatMap(({ id, username, email }) => [id, username, email])) {
            const named = ({ id, username, email }: User) =>
              [id, username].some((own) => plain(own) === plain(text)) ||
              (plain(email) === plain(text) && plain(localPartOf(email)) === plain(localPartOf(text)));
            const found = index.named(text).map(({ id }) => id);
            expect(found.toSorted(), text).toEqual(
              all
                .filter(named)
                .map(({ id }) => id)
                .toSorted(),
            );
          }
        },
      ),
    );
    // The @ is not punctuation like any other: this would be somebody else's address.
    expect(indexOf([person({ email: 'anna.bo@x.org' })]).named('anna@box.org')).toEqual([]);
    const many = person({ username: 'one two three four five six' });
    expect(indexOf([many]).named('One Two Three Four Five Six')).toEqual([many]);
    expect(indexOf([many]).named('-')).toEqual([]);
  });

  it('forgives slips as a scan with the whole table does, and only where few fit without', () => {
    fc.assert(
      fc.property(
        peopleOfAlikeNames,
        fc.constantFrom('anna', 'jsoe', 'marhta', 'obrein', 'martah', 'vandemeer', 'annna'),
        (all, typed) => {
          const index = indexOf(all, 7);
          const slipsOf = (user: User) =>
            Math.min(
              ...[...wordsOf(user).keys()]
                .filter((word) => !/^[#@]/u.test(word))
                .map((word) => slipsToBeginning(typed, word)),
            );
          const { people: found } = index.search(typed, 50);
          for (const { user, slips } of found) {
            expect(slips).toBeLessThanOrEqual(slipsAllowed(typed.length));
            if (slips > 0) expect(slips).toBe(slipsOf(user));
          }
          const withOne = all.filter((user) => slipsOf(user) <= 1);
          if (all.filter((user) => slipsOf(user) === 0).length < 10) {
            for (const user of withOne) expect(found.map(({ user: { id } }) => id)).toContain(user.id);
          }
        },
      ),
    );
  });

  it('finds any run of four or more digits of a phone, the end of the number first', () => {
    fc.assert(
      fc.property(peopleOfAlikeNames, fc.stringMatching(/^[0-9]{4,5}$/u), (all, digits) => {
        const index = indexOf(all, 5);
        const having = all.filter(({ phone }) => phone?.includes(digits)).map(({ id }) => id);
        const found = ids(index, digits);
        for (const id of having) expect(found).toContain(id);
        const ends = all.filter(({ phone }) => phone?.endsWith(digits)).map(({ id }) => id);
        expect(new Set(found.slice(0, ends.length))).toEqual(new Set(ends));
      }),
    );
  });

  it('finds the same, in the same order, however people came in and were merged', () => {
    fc.assert(
      fc.property(
        peopleOfAlikeNames,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('a', 'ann', 'marta lee', 'obrien', '0', 'mraht'),
        (all, pageSize, query) => {
          const whole = indexOf(all);
          const pieces = indexOf([...all].reverse(), pageSize);
          expect(ids(pieces, query)).toEqual(ids(whole, query));
          tidy(pieces, 'whole');
          expect(ids(pieces, query)).toEqual(ids(whole, query));
          expect(pieces.search(query, 50).total).toBe(whole.search(query, 50).total);
        },
      ),
    );
  });

  it('knows whom it took over when a sweep meets them', () => {
    const kept = indexOf([person({ id: '1' }), person({ id: '2' })]);
    const index = createPeopleIndex();
    for (const _step of index.adopt(kept.segments));
    expect(index.put([person({ id: '2' }), person({ id: '3' })], 2, 2)).toEqual({ changed: ['3'], met: 2 });
    expect(index.size).toBe(3);
  });

  it('knows people by id after any number of changes, as a map does', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('put' as const),
        id: fc.nat(12),
        name: fc.constantFrom(...alikeNames),
        readAt: fc.nat(20),
      }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.nat(12) }),
      fc.record({ kind: fc.constant('tidy' as const), tidiness: fc.constantFrom('rarely', 'usual', 'whole') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = createPeopleIndex();
        const model = new Map<string, { readonly name: string; readonly readAt: number }>();
        for (const one of steps) {
          if (one.kind === 'tidy') tidy(index, one.tidiness);
          else if (one.kind === 'remove') {
            index.remove(`x${one.id}`);
            model.delete(`x${one.id}`);
          } else {
            const id = `x${one.id}`;
            index.put([person({ id, firstName: one.name, lastName: 'Z' })], one.readAt, 0);
            const known = model.get(id);
            if (known === undefined || one.readAt >= known.readAt)
              model.set(id, { name: one.name, readAt: one.readAt });
          }
          expect(index.size).toBe(model.size);
        }
        for (let id = 0; id <= 12; id += 1) {
          const stored = index.get(`x${id}`);
          const known = model.get(`x${id}`);
          expect(stored?.user.firstName).toBe(known?.name);
          expect(stored?.readAt).toBe(known?.readAt);
        }
        expect(new Set(ids(index, 'z'))).toEqual(new Set(model.keys()));
      }),
    );
  });

  it('finds by id, e-mail and username whoever has a name without end', () => {
    const name = 'ha '.repeat(300) + Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    const index = indexOf([
      person({
        id: '77',
        username: 'joker',
        email: 'haha@example.org',
        firstName: name,
        lastName: name,
        preferredName: name,
      }),
    ]);
    for (const query of ['77', 'joker', 'haha@example.org', 'ha']) expect(ids(index, query)).toEqual(['77']);
  });

  it('gives back exactly what was put in', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((value) => value.replaceAll('\u0000', '').replaceAll('\u0001', ''));
    const optional = fc.option(text);
    fc.assert(
      fc.property(
        fc.record({
          id: text.filter((id) => id !== ''),
          email: text,
          preferredName: optional,
          firstName: text,
          lastName: text,
          username: text,
          verified: fc.boolean(),
          phone: optional,
          address: fc.option(
            fc.record({
              addressCity: optional,
              addressCountry: optional,
              addressLine1: optional,
              addressLine2: optional,
              addressState: optional,
              addressZipcode: optional,
            }),
          ),
        }),
        (user) => {
          const index = createPeopleIndex();
          index.put([user], 5, 1);
          expect(index.get(user.id)).toEqual({ user, readAt: 5 });
        },
      ),
    );
  });

  it('lets people go whom a sweep did not meet, unless they were read since it began', () => {
    const index = indexOf([person({ id: 'stays' }), person({ id: 'gone' }), person({ id: 'new' })]);
    index.put([person({ id: 'stays' })], 10, 2);
    index.put([person({ id: 'new' })], 12, 0);
    expect(index.removeNotMet(2, 10)).toBe(1);
    expect(index.get('gone')).toBeNull();
    expect(index.get('new')).not.toBeNull();
    expect(index.size).toBe(2);
  });

  it('takes what is said after the clock was set back for news', () => {
    let now = 5_000;
    const index = createPeopleIndex(() => now);
    index.put([person({ id: 'changes', lastName: 'Before' }), person({ id: 'gone' })], 5_000, 1);
    now = 100;
    index.put([person({ id: 'changes', lastName: 'After' })], 90, 2);
    expect(index.get('changes')?.user.lastName).toBe('After');
    expect(index.removeNotMet(2, 80)).toBe(1);
    expect(index.get('gone')).toBeNull();
  });

  it('goes on being searched and changed while it merges', () => {
    const all = Array.from({ length: 3000 }, (_, number) =>
      person({ id: `m${number}`, firstName: `Name${number}`, lastName: 'Merge' }),
    );
    const index = createPeopleIndex();
    for (let at = 0; at < all.length; at += 100) index.put(all.slice(at, at + 100), 1, 1);
    const steps = index.tidy('whole');
    let turn = 0;
    while (steps.next().done !== true) {
      turn += 1;
      if (turn === 2) index.remove('m7');
      if (turn === 3) index.put([person({ id: 'm8', firstName: 'Changed', lastName: 'Merge' })], 9, 1);
      expect(index.size).toBe(turn < 2 ? 3000 : 2999);
      expect(ids(index, 'name2999')[0]).toBe('m2999');
    }
    expect(turn).toBeGreaterThan(5);
    expect(index.get('m7')).toBeNull();
    expect(index.get('m8')?.user.firstName).toBe('Changed');
    expect(ids(index, 'changed merge')).toEqual(['m8']);
    expect(index.size).toBe(2999);
  });

  it('has nobody left once it is cleared, not even in what is still being merged', () => {
    const index = indexOf(
      Array.from({ length: 900 }, () => person()),
      100,
    );
    index.put([person()], 1, 1);
    const steps = index.tidy('whole');
    steps.next();
    index.clear();
    while (steps.next().done !== true);
    expect(index.size).toBe(0);
    expect(ids(index, 'given')).toEqual([]);
  });

  it('ranks exact before begun before slipped, and shorter names first', () => {
    const index = indexOf([
      person({ id: 'slip', firstName: 'Mira', lastName: 'Smyth' }),
      person({ id: 'begun', firstName: 'Al', lastName: 'Smithson' }),
      person({ id: 'long', firstName: 'Maximiliana', lastName: 'Smith' }),
      person({ id: 'short', firstName: 'Al', lastName: 'Smith' }),
      person({ id: 'user', firstName: 'Al', lastName: 'Other', username: 'smith' }),
      person({ id: 'mail', firstName: 'Al', lastName: 'Other', email: 'smith@example.org' }),
    ]);
    expect(ids(index, 'smith')).toEqual(['short', 'long', 'user', 'mail', 'begun', 'slip']);
  });

  it.each([
    'müller 10001',
    '10001\tMüller',
    '#10001 Müller',
    'Jürgen Müller (10001)',
    'jürgen müller 100',
    'Müller +49 170 12345678',
    'Jürgen\tMüller\tjm@example.org\t+49 (0)170 1234 5678',
    '0170 12 34 56 78 Müller',
    'Müller 170 12',
  ])('finds by name with number, as they stand in a list: %j', (query) => {
    const index = indexOf([
      person({
        id: '10001',
        username: 'otter',
        firstName: 'Jürgen',
        lastName: 'Müller',
        email: 'jm@example.org',
        phone: '+4917012345678',
      }),
      person({
        id: '20001',
        username: 'bear',
        firstName: 'Jürgen',
        lastName: 'Müller',
        email: 'jo@example.org',
        phone: '+4917198765432',
      }),
      person({ id: '10003', username: 'fox', firstName: 'Berta', lastName: 'Maier', phone: '+4917012345678' }),
    ]);
    expect(ids(index, query)).toEqual(['10001']);
  });

  it('puts an id typed whole before everything', () => {
    const index = indexOf([
      person({ id: '4711', firstName: 'Zoë', lastName: 'Zimmermann' }),
      person({ id: 'p', firstName: '4711', lastName: 'Shop', phone: '+490004711' }),
      person({ id: '47112' }),
    ]);
    expect(ids(index, '4711')).toEqual(['4711', 'p', '47112']);
  });

  it.each([
    ['o brien', "Seán O'Brien"],
    ['obrien', "Seán O'Brien"],
    ["o'brien sean", "Seán O'Brien"],
    ['O’BRIEN', "Seán O'Brien"],
    ['j smith', 'John Smith'],
    ['J. Smith', 'John Smith'],
    ['jr smith', 'John Ronald Smith'],
    ['van der meer', 'Piet van der Meer'],
    ['meer piet', 'Piet van der Meer'],
    ['Frau van der Meer', 'Piet van der Meer'],
    ['Herr Dr. Meer', 'Piet van der Meer'],
    ['Mme Meer', 'Piet van der Meer'],
    ['Señora Meer', 'Piet van der Meer'],
    ['Miss Meer', 'Piet van der Meer'],
    ['vandermeer', 'Piet van der Meer'],
    ['piet de meer', 'Piet van der Meer'],
    ['annemarie', 'Anne-Marie Dubois'],
    ['anne marie dubois', 'Anne-Marie Dubois'],
    ['mc donald', 'Ian McDonald'],
    ['johnsmith', 'John Smith'],
    ['山田太郎', '太郎 山田'],
    ['田', '太郎 山田'],
    ['김민준', '민준 김'],
    ['ㄱ', '민준 김'],
    ['@night', 'Fox'],
    ['night owl', 'Fox'],
    ['nightowl', 'Fox'],
    ['fox.real@mail.exa', 'Fox'],
    ['foxreal', 'Fox'],
    ['+49 (0)151 2345', 'Fox'],
    ['0151/2345', 'Fox'],
  ])('finds by %s: %s', (query, name) => {
    const index = indexOf([
      person({ firstName: 'Seán', lastName: "O'Brien" }),
      person({ firstName: 'John', lastName: 'Smith' }),
      person({ firstName: 'John Ronald', lastName: 'Smith' }),
      person({ firstName: 'Piet', lastName: 'van der Meer' }),
      person({ firstName: 'Anne-Marie', lastName: 'Dubois' }),
      person({ firstName: 'Ian', lastName: 'McDonald' }),
      person({ firstName: '太郎', lastName: '山田' }),
      person({ firstName: '민준', lastName: '김' }),
      person({
        preferredName: 'Fox',
        firstName: 'Rey',
        lastName: 'Nard',
        username: 'night_owl',
        email: 'fox.real@mail.example.org',
        phone: '+491512345678',
      }),
    ]);
    expect(index.search(query, 50).people.map(({ user }) => displayNameOf(user))).toContain(name);
  });

  it.each([
    ['foxy', '🦊Foxy'],
    ['fox', '🦊Foxy'],
    ['f', '🦊Foxy'],
    ['🦊', '🦊Foxy'],
    ['🦊foxy', '🦊Foxy'],
    ['max', '🐺Max Wolf'],
    ['wolf max', '🐺Max Wolf'],
    ['draco', 'xX🔥Draco🔥Xx'],
    ['xxdraco', 'xX🔥Draco🔥Xx'],
    ['rex', 'DJ♪Rex'],
    ['dj rex', 'DJ♪Rex'],
    ['lun', '✨Luna✨'],
    ['luna', '✨Luna✨'],
  ])('finds by %s, without a slip, whoever has a symbol glued to the name: %s', (query, name) => {
    const names = ['🦊Foxy', '🐺Max Wolf', 'xX🔥Draco🔥Xx', 'DJ♪Rex', '✨Luna✨'];
    const index = indexOf(names.map((preferredName) => person({ preferredName, firstName: 'A', lastName: 'B' })));
    const found = index.search(query, 50).people.filter(({ user }) => user.preferredName === name);
    expect(found.map(({ slips }) => slips)).toEqual([0]);
  });

  it('takes a name beside symbols for a whole word', () => {
    const index = indexOf([
      person({ id: 'begun', preferredName: 'Lunaf' }),
      person({ id: 'whole', preferredName: '✨Luna✨Moon' }),
    ]);
    expect(ids(index, 'luna')).toEqual(['whole', 'begun']);
  });

  it.each([
    ['jr smith', 'John Robert Smith'],
    ['smith jr', 'John Robert Smith'],
    ['J.R. Smith', 'John Robert Smith'],
    ['j r smith', 'John Robert Smith'],
    ['al smith', 'Anna Louise Smith'],
    ['dr smith', 'Dora Ruth Smith'],
    ['de smith', 'Dirk Emil Smith'],
  ])('puts whom initials fit before others of the name, though they may be a particle: %s', (query, name) => {
    const others = ['Bob', 'Cy', 'Fay', 'Gus', 'Hal', 'Ike', 'Kim', 'Max', 'Ned', 'Pam', 'Tim', 'Una'];
    const firstNames = [...others, 'John Robert', 'Anna Louise', 'Dora Ruth', 'Dirk Emil'];
    const index = indexOf(
      firstNames.map((firstName, number) =>
        person({
          firstName,
          lastName: 'Smith',
          preferredName: null,
          username: `x${number}`,
          email: `x${number}@x.org`,
        }),
      ),
    );
    expect(index.search(query, 50).people.map(({ user }) => displayNameOf(user))[0]).toBe(name);
  });

  it('finds by a particle and a name people without the particle, however many have the name', () => {
    const index = indexOf(
      Array.from({ length: 1100 }, (_, number) =>
        person({ firstName: 'Kim', lastName: 'Berg', preferredName: null, username: `x${number}`, email: 'x@x.org' }),
      ),
    );
    expect(index.search('de berg', 50).total).toBe(1100);
  });

  it('finds by an e-mail address, domain or id of any length, typed to any letter of it', () => {
    const domain = 'studentenwerk.informatik.universitaet-regensburg.example';
    fc.assert(
      fc.property(fc.integer({ min: 36, max: 45 }), fc.stringMatching(/^[a-f0-9]{45}$/u), (length, letters) => {
        const id = letters.slice(0, length);
        const index = indexOf([person({ id, firstName: 'Kim', lastName: 'Zet', email: `kim@${domain}` }), person()]);
        for (let typed = 35; typed <= length; typed += 1) expect(ids(index, id.slice(0, typed))).toContain(id);
        expect(ids(index, id)[0]).toBe(id);
        for (let typed = 1; typed <= domain.length; typed += 1) {
          expect(ids(index, `kim@${domain.slice(0, typed)}`)).toContain(id);
          expect(ids(index, `@${domain.slice(0, typed)}`)).toContain(id);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['anna van der berg', 'Anna Vanderberg'],
    ['van der berg anna', 'Anna Vanderberg'],
    ['anna van der', 'Anna Vanderberg'],
    ['juan de la cruz', 'Juan Delacruz'],
    ['de la cruz juan', 'Juan Delacruz'],
    ['juan carlos maria de la cruz', 'Juan Carlos Maria Delacruz'],
    ['ana de souza da silva', 'Ana Desouza Dasilva'],
    ['bin-ali', 'Omar Ali'],
    ['omar bin-ali', 'Omar Ali'],
    ['el-masry sara', 'Sara Masry'],
  ])('finds whatever stands of the particles, in one word with the name or not at all: %s: %s', (query, name) => {
    const names = ['Anna Vanderberg', 'Juan Delacruz', 'Juan Carlos Maria Delacruz', 'Ana Desouza Dasilva', 'Omar Ali'];
    const index = indexOf(
      [...names, 'Sara Masry'].map((full) => {
        const [lastName = '', ...firstNames] = full.split(' ').reverse();
        return person({ firstName: firstNames.reverse().join(' '), lastName, preferredName: null });
      }),
    );
    const found = index.search(query, 50).people.filter(({ user }) => displayNameOf(user) === name);
    expect(found.map(({ slips }) => slips)).toEqual([0]);
  });

  it.each([
    '+49 (0)170 1234567',
    '0049 (0)170 1234567',
    '0049170 1234567',
    '0049 170/1234-567',
    '(0)170 1234567',
    '0170 1234567',
    '49 (0) 170 1234567',
    '٠٠٤٩ (٠)١٧٠ ١٢٣٤٥٦٧',
  ])('finds a phone as it stands on a card: %s', (query) => {
    const index = indexOf([person({ id: 'phone', phone: '+491701234567' }), person({ phone: '+491711234568' })]);
    expect(ids(index, query)).toEqual(['phone']);
  });

  it.each(["'", '’', 'ʼ', 'ʻ', '´', '`', '-'])('finds both halves of a name around %s, without a slip', (sign) => {
    const index = indexOf([person({ id: 'sean', firstName: 'Sean', lastName: `O${sign}Brien` })]);
    for (const query of ['bri', 'sean brien', 'obrien', 'o brien', "o'brien", `O${sign}Brien`]) {
      expect(index.search(query, 50).people, query).toMatchObject([{ user: { id: 'sean' }, slips: 0 }]);
    }
  });

  it('lists nobody for nothing typed', () => {
    const index = indexOf([person()]);
    for (const query of ['', ' ', '\u3000', "'", '...', '\u200f']) expect(index.search(query, 50).total).toBe(0);
  });
});

describe('the second look', () => {
  const index = indexOf([
    person({ id: 'k', firstName: 'Katarzyna', lastName: 'Brzeczyszczykiewicz', username: 'a', email: 'a@example.org' }),
    person({ id: 'm', firstName: 'Mira', lastName: 'Novak', username: 'b', email: 'b@example.org' }),
    person({ id: 'o', firstName: 'Otto', lastName: 'Ende', username: 'c', email: 'c@example.org' }),
  ]);
  const second = (query: string) => index.search(query, 50, true).people.map(({ user }) => user.id);

  it.each([
    // More slips in a word than the first look forgives.
    ['bszczyszczykiewitz', 'k'],
    ['mrai', 'm'],
    ['nvoka', 'm'],
    // One word that is wrong altogether.
    ['mira smith', 'm'],
    ['katarzyna maria brzeczyszczykiewicz', 'k'],
  ])('finds with %s whom the first look does not', (query, id) => {
    expect(index.search(query, 50).people).toEqual([]);
    expect(second(query)).toContain(id);
  });

  it('is not a list of everybody', () => {
    expect(second('xylophone')).toEqual([]);
    expect(second('')).toEqual([]);
    expect(second('otto ende')).toEqual(['o']);
  });
});
