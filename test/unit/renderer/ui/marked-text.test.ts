import fc from 'fast-check';
import { expect, it } from 'vitest';
import { piecesOf } from '../../../../renderer/ui/marked-text.tsx';

it('marks what is to be marked', () => {
  expect(piecesOf({ text: 'Dominika', marks: [[4, 7]] })).toEqual([
    { text: 'Domi', marked: false },
    { text: 'nik', marked: true },
    { text: 'a', marked: false },
  ]);
});

it('shows the whole text once, whatever the marks', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.tuple(fc.integer(), fc.integer())), (text, marks) => {
      expect(
        piecesOf({ text, marks })
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
