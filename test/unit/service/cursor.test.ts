import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../service/users/cursor.ts';

const key = Buffer.alloc(32, 1);
const position = { list: 'users', after: '10042', roleId: '101' } as const;

test('reads back what was written', () => {
  expect(readCursor(writeCursor(position, key), 'users', key)).toEqual(position);
});

test('is refused with another key, and for another list', () => {
  const cursor = writeCursor(position, key);
  expect(readCursor(cursor, 'users', Buffer.alloc(32, 2))).toBeUndefined();
  expect(readCursor(cursor, 'roles', key)).toBeUndefined();
});

test('any change of any letter is noticed', () => {
  const cursor = writeCursor(position, key);
  fc.assert(
    fc.property(
      fc.nat(cursor.length - 1),
      fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ '),
      (place, letter) => {
        fc.pre(cursor[place] !== letter);
        const changed = cursor.slice(0, place) + letter + cursor.slice(place + 1);
        expect(readCursor(changed, 'users', key)).toBeUndefined();
      },
    ),
  );
});

test('text that never was a cursor is refused', () => {
  fc.assert(fc.property(fc.string(), (text) => readCursor(text, 'users', key) === undefined));
});
