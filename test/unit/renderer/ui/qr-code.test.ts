import { expect, it } from 'vitest';
import { qrPath } from '../../../../renderer/ui/qr-code.tsx';

/** Whether a module is dark, told from the drawn path. */
const isDark = (path: string, column: number, row: number): boolean => path.includes(`M${column} ${row}h1v1h-1z`);

it('draws the three finder patterns inside a quiet edge of four modules', () => {
  const drawn = qrPath([{ text: 'rolecall://connect?', packed: 'plain' }]);
  if (drawn === null) throw new Error('Nothing was drawn.');
  const { path, width } = drawn;
  const far = width - 4 - 7;
  for (const [column, row] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const) {
    // ISO/IEC 18004: a ring of seven, a light ring, a dark core of three.
    for (let at = 0; at < 7; at += 1) expect(isDark(path, column + at, row)).toBe(true);
    for (let at = 1; at < 6; at += 1) expect(isDark(path, column + at, row + 1)).toBe(false);
    expect(isDark(path, column + 3, row + 3)).toBe(true);
  }
  for (let at = 0; at < width; at += 1) expect(isDark(path, at, 3) || isDark(path, 3, at)).toBe(false);
});

it('packs a code of capitals and digits into fewer modules', () => {
  const text = '048GG0MJ5G'.repeat(25);
  const width = (packed: 'compact' | 'plain') => qrPath([{ text, packed }])?.width ?? 0;
  expect(width('compact')).toBeLessThan(width('plain'));
});

it('says when a text is too long for any code', () => {
  expect(qrPath([{ text: 'A'.repeat(5_000), packed: 'compact' }])).toBeNull();
});
