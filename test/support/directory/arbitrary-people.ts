import fc from 'fast-check';
import { person } from './made-up-people.ts';

/** Alike, and in several scripts. */
export const alikeNames = [
  'anna',
  'ann',
  'anne',
  'bo',
  'josé',
  'jose',
  'marta',
  'martha',
  "o'brien",
  'obrian',
  'van der meer',
  '山田',
  '太郎',
  'lee',
];
/** Up to forty people whose names are alike; ids in the order of the list. */
export const peopleOfAlikeNames = fc
  .array(
    fc.record({
      first: fc.constantFrom(...alikeNames),
      last: fc.constantFrom(...alikeNames),
      preferred: fc.option(fc.constantFrom(...alikeNames)),
      digits: fc.option(fc.stringMatching(/^[0-9]{6}$/u)),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ first, last, preferred, digits }, index) =>
      person({
        id: `id${index}`,
        firstName: first,
        lastName: last,
        preferredName: preferred,
        phone: digits === null ? null : `+4${digits}`,
        username: `user${index}`,
        email: `user${index}@example.org`,
      }),
    ),
  );
