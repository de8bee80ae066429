import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const document = readFileSync(new URL('docs/conformance.md', root), 'utf8');

/** Rows of the tables: rule and tests. */
const rows = [...document.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
  .map(([, rule = '', tests = '']) => ({ rule, tests }))
  .filter(({ rule }) => rule !== 'rule' && !rule.startsWith('---'));

/** What a row names: a file in code marks, followed by titles in typographic quotes. */
function testsNamed(cell: string): { file: URL; title: string }[] {
  return cell.split(/(?=`[a-z0-9./-]+` › )/).flatMap((part) => {
    const name = /^`([^`]+)` › /.exec(part)?.[1] ?? '';
    return [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file: fileOf(name), title }));
  });
}

function fileOf(name: string): URL {
  if (name.startsWith('test/')) return new URL(name, root);
  const place = name.startsWith('unit/') ? `test/unit/service/${name.slice(5)}` : `test/integration/service/${name}`;
  return new URL(`${place}.test.ts`, root);
}

/** Titles in a test file: texts that are followed by a function. */
const titles = new Map<string, ReadonlySet<string>>();
function titlesIn(file: URL): ReadonlySet<string> {
  const known = titles.get(file.href);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const found = [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?\(/g)];
  const set = new Set(found.map(([, , title = '']) => title.replace(/\\(.)/g, '$1')));
  titles.set(file.href, set);
  return set;
}

test('the document has rows', () => expect(rows.length).toBeGreaterThan(100));

test('a title that is in no file is noticed', () => {
  const [first] = testsNamed('`data-endpoints` › “gives all of them, with unique names”, “is nowhere”');
  expect(first?.file.pathname).toMatch(/data-endpoints\.test\.ts$/);
  expect([...titlesIn(first?.file ?? root)]).toContain('gives all of them, with unique names');
  expect([...titlesIn(first?.file ?? root)]).not.toContain('is nowhere');
});

describe.each(rows)('$rule', ({ tests }) => {
  test('names tests that exist, or says whose duty it is', () => {
    const named = testsNamed(tests);
    if (named.length === 0) expect(tests).toMatch(/^(?:client side|the organisation’s duty|nothing to hold)/);
    for (const { file, title } of named) {
      expect(existsSync(file), file.pathname).toBe(true);
      expect([...titlesIn(file)], file.pathname).toContain(title);
    }
  });
});
