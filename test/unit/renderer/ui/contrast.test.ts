import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('../../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
const plainBlock = tokens.slice(0, tokens.indexOf('@media'));
const moreBlock = /@media \(prefers-contrast: more\) \{([^@]*)\}\n/.exec(tokens)?.[1] ?? '';

const views = ['light', 'dark', 'light with more contrast', 'dark with more contrast'] as const;
type View = (typeof views)[number];

const hex = '#[0-9a-f]{6}';

function declared(block: string, name: string): string | undefined {
  return new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
}

/** The colour a token has in this view. */
function colour(name: string, view: View): string {
  const value = (view.endsWith('contrast') ? declared(moreBlock, name) : undefined) ?? declared(plainBlock, name) ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return colour(other, view);
  if (new RegExp(`^${hex}$`).test(value)) return value;
  const found = new RegExp(`^light-dark\\((${hex}), (${hex})\\)$`).exec(value)?.[view.startsWith('light') ? 1 : 2];
  if (found === undefined) throw new Error(`tokens.css has no colour --${name}.`);
  return found;
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance(hexColour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hexColour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const sheets = ['background', 'surface', 'raised', 'sunken'] as const;
const tinted = ['accent-soft', 'done-soft', 'waiting-soft', 'refused-soft'] as const;

type Pairs = readonly (readonly [front: string, backs: readonly string[]])[];

/** Text on what is behind it: 4.5 (WCAG 1.4.3), with more contrast 7 (1.4.6). */
const text: Pairs = [
  ['ink', [...sheets, ...tinted, 'practice-stripe']],
  ['second', [...sheets, ...tinted]],
  ['quiet', [...sheets, ...tinted]],
  ['accent', [...sheets, 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['done', [...sheets, 'accent-soft', 'done-soft']],
  ['on-done', ['done', 'done-strong']],
  ['waiting', [...sheets, 'accent-soft', 'waiting-soft']],
  ['on-waiting', ['waiting']],
  ['refused', [...sheets, 'accent-soft', 'refused-soft']],
  ['on-refused', ['refused']],
  ['practice', ['surface', 'practice-stripe']],
  ['on-mark', ['mark']],
  ['on-bar', ['bar', 'bar-raised']],
  ['ink-on-paper', ['paper']],
];

/** Edges and marks that tell a control, or its state, from what is around it: 3 (WCAG 1.4.11). */
const edges: Pairs = [
  ['edge', [...sheets, ...tinted]],
  ['accent', [...sheets, ...tinted]],
  ['done', ['done-soft', ...sheets]],
  ['waiting', ['waiting-soft', ...sheets]],
  ['refused', ['refused-soft', ...sheets]],
  ['bar-line', ['bar', 'bar-raised']],
  ['on-bar', ['bar', 'bar-raised']],
  ['knob', ['edge']],
];

const each = (pairs: Pairs): [string, string][] =>
  pairs.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));

describe.each(views)('colours: %s', (view) => {
  it.each(each(text))('%s can be read on %s', (front, back) => {
    const least = view.endsWith('contrast') ? 7 : 4.5;
    expect(contrast(colour(front, view), colour(back, view))).toBeGreaterThanOrEqual(least);
  });

  it.each(each(edges))('%s can be told from %s', (front, back) => {
    expect(contrast(colour(front, view), colour(back, view))).toBeGreaterThanOrEqual(3);
  });
});

describe.each(['light with more contrast', 'dark with more contrast'] as const)('lines: %s', (view) => {
  it.each(
    each([
      ['line', sheets],
      ['line-strong', sheets],
    ]),
  )('%s can be seen on %s', (front, back) => {
    expect(contrast(colour(front, view), colour(back, view))).toBeGreaterThanOrEqual(3);
  });
});

it('looks at every colour there is, so that a new one is paired too', () => {
  const paired = new Set([...each(text), ...each(edges)].flat());
  // Quiet dividers and tints that tell nothing by themselves.
  const decoration = ['line', 'line-strong', 'accent-line', 'done-line', 'waiting-line', 'refused-line'];
  const declaredColours = [...plainBlock.matchAll(/--([\w-]+): (?:light-dark\(#[0-9a-f]{6},|#[0-9a-f]{6};)/g)].map(
    ([, name]) => name ?? '',
  );
  expect(declaredColours.length).toBeGreaterThan(30);
  expect(declaredColours.filter((name) => !paired.has(name) && !decoration.includes(name))).toEqual([]);
});
