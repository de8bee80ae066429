import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const electron = fileURLToPath(new URL('../../../../electron/', import.meta.url));

/** Every call that makes a window or loads something into one, with its file. */
async function uses(pattern: RegExp): Promise<string[]> {
  const files = (await readdir(electron, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (name) =>
      [...(await readFile(path.join(electron, name), 'utf8')).matchAll(pattern)].map(
        ([text]) => `${name.replaceAll(path.sep, '/')} ${text}`,
      ),
    ),
  );
  return found.flat();
}

it('loads pages of its own into its two windows and nothing else: never the service (checklist B21)', async () => {
  expect((await uses(/new (?:BrowserWindow|WebContentsView|BrowserView|BaseWindow)\b/g)).sort()).toEqual([
    'app/main-window.ts new BrowserWindow',
    'app/rush-display.ts new BrowserWindow',
  ]);
  expect((await uses(/\.load(?:URL|File)\([^)]*\)/g)).sort()).toEqual([
    'app/main-window.ts .loadURL(startPage)',
    'app/rush-display.ts .loadURL(boardPage)',
  ]);
});
