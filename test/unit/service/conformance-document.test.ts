import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const document = readFileSync(new URL('docs/conformance.md', root), 'utf8');

/** Rows of the tables: rule and test. */
const rows = [...document.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
  .map(([, rule = '', tests = '']) => ({ rule, tests }))
  .filter(({ rule }) => rule !== 'rule' && !rule.startsWith('---'));

function fileOf(name: string): URL {
  const place = name.startsWith('unit/') ? `test/unit/service/${name.slice(5)}` : `test/integration/service/${name}`;
  return new URL(`${place}.test.ts`, root);
}

test('the document has rows', () => expect(rows.length).toBeGreaterThan(40));

describe.each(rows)('$rule', ({ tests }) => {
  const names = [...tests.matchAll(/`([a-z/-]+)`/g)].map(([, name = '']) => name);

  test('names a test file that exists, or says whose duty it is', () => {
    if (names.length === 0) expect(tests).toMatch(/client side|^same/);
    for (const name of names) expect(existsSync(fileOf(name)), name).toBe(true);
  });
});
