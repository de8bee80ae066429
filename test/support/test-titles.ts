/** What a document names of the tests: a file in code marks, and titles in typographic quotes. */
import { existsSync, readFileSync } from 'node:fs';

const tests = new URL('../', import.meta.url);

/** ``` `unit/x.test.ts` › “one”, “two” · `e2e/y.spec.ts` › “three” ``` as pairs of file and title. */
export function testsNamed(cell: string): { readonly file: string; readonly title: string }[] {
  return cell.split(/(?=`[A-Za-z0-9./-]+` › )/).flatMap((part) => {
    const file = /^`([^`]+)` › /.exec(part)?.[1] ?? '';
    return [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title }));
  });
}

const known = new Map<string, ReadonlySet<string>>();

/** Titles in a test file below test/, empty where there is none: texts that are followed by a function. */
export function titlesIn(file: string): ReadonlySet<string> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const place = new URL(file, tests);
  const source = existsSync(place) ? readFileSync(place, 'utf8') : '';
  const found = [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?\(/g)];
  const titles = new Set(found.map(([, , title = '']) => title.replace(/\\(.)/g, '$1')));
  known.set(file, titles);
  return titles;
}
