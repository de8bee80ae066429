import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testsNamed, titlesIn } from '../support/test-titles.ts';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const rowsOf = (document: string) =>
  [...document.matchAll(/^\| (B\d\d) \| (.+?) \| (.+?) \|$/gm)].map(([, row = '', , cell = '']) => ({
    row,
    cell,
  }));
const rows = rowsOf(read('sign-in-tests.md'));
const document = read('security.md');
const others = rowsOf(document);
/** Of the tables of rules, the column that says where a rule is held: what looks like one file. */
const heldBy = [...document.matchAll(/^\| [^|]+ \| ([^|]+) \| [^|]+ \|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name = '']) => name),
);
/** No test of ours can know what is current. */
const reasoned = new Set(['B16']);

/** Rows of the checklist about OAuth, links, secrets at rest and refreshing. */
const between = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `B${String(from + index).padStart(2, '0')}`);

it('has every row of the checklist once', () => {
  expect(rows.map(({ row }) => row)).toEqual([
    ...between(21, 37),
    ...between(41, 47),
    ...between(51, 56),
    ...between(61, 67),
  ]);
});

it('has every row of Electron’s own list once, and of those about files, state and the screen', () => {
  expect(others.map(({ row }) => row)).toEqual([...between(1, 20), ...between(71, 83)]);
});

it.each(document.match(/`[^` ]+\.(?:test|spec)\.tsx?`/g) ?? [])('names a file of tests that is there: %s', (name) => {
  const file = name.slice(1, -1);
  const places = ['', 'unit/', 'unit/electron/'].map((folder) => new URL(`../${folder}${file}`, import.meta.url));
  expect(places.some((place) => existsSync(place))).toBe(true);
});

it.each(heldBy)('names a file that holds a rule and is there: %s', (name) => {
  const places = ['', 'electron/'].map((folder) => new URL(`../../${folder}${name}`, import.meta.url));
  expect(places.some((place) => existsSync(place))).toBe(true);
});

it('notices a title that is in no file', () => {
  const [named] = testsNamed('`unit/security-document.test.ts` › “is nowhere”');
  expect(titlesIn(named?.file ?? '')).not.toContain(named?.title);
  expect(titlesIn(named?.file ?? '')).toContain('has every row of the checklist once');
});

describe.each([...rows, ...others.filter(({ row }) => !reasoned.has(row))])('$row', ({ cell }) => {
  it('names tests that exist', () => {
    const named = testsNamed(cell);
    expect(named.length).toBeGreaterThan(0);
    for (const { file, title } of named) expect([...titlesIn(file)], file).toContain(title);
  });
});
