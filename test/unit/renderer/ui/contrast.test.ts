import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('../../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
/** The block before the media queries: the plain themes. */
const plain = tokens.slice(0, tokens.indexOf('@media'));

function colour(name: string, theme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(plain);
  const value = found?.[theme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`tokens.css has no colour --${name}.`);
  return value;
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Text on what is behind it: 4.5 (WCAG 1.4.3). */
const text: readonly (readonly [string, readonly string[]])[] = [
  ['ink', ['background', 'surface', 'raised', 'accent-soft', 'done-soft', 'waiting-soft', 'refused-soft', 'sunken']],
  ['second', ['background', 'surface', 'raised', 'accent-soft', 'done-soft', 'waiting-soft', 'refused-soft', 'sunken']],
  ['quiet', ['background', 'surface', 'raised']],
  ['accent', ['surface', 'raised', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['done', ['surface', 'done-soft']],
  ['on-done', ['done', 'done-strong']],
  ['waiting', ['surface', 'accent-soft', 'waiting-soft']],
  ['on-waiting', ['waiting']],
  ['refused', ['surface', 'refused-soft']],
  ['on-refused', ['refused']],
  ['practice', ['surface', 'practice-stripe']],
  ['on-mark', ['mark']],
  ['on-bar', ['bar', 'bar-raised']],
];

/** Edges that tell a control from what is around it: 3 (WCAG 1.4.11). */
const edges: readonly (readonly [string, readonly string[]])[] = [
  ['edge', ['background', 'surface', 'raised']],
  ['accent', ['background', 'surface', 'raised']],
  ['done', ['done-soft', 'background']],
];

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  const pairs = (list: typeof text): [string, string][] =>
    list.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));

  it.each(pairs(text))('%s can be read on %s', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(edges))('%s can be told from %s', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3);
  });
});
