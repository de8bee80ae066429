/**
 * Every state of the gallery in every language and in one that is longer than any (pseudo.ts), at 1280×720 and at 200 %:
 * looks for clipped words and takes pictures of what was asked for.
 *
 *   npx tsx test/gallery/languages.ts [part of a state's id] [--pictures=ar,de] [--only=ar,de]
 *
 * Pictures go to test/results/gallery/. Ends with status 1 when something is clipped.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { languages } from '../../renderer/words/languages.ts';
import { inLanguages } from './in-languages.ts';
import { galleryTime, openState } from './open-state.ts';
import { pseudoLocale } from './pseudo.ts';
import { shapeViewport } from './shapes.ts';
import { states } from './states.ts';

const pictures = path.join('test', 'results', 'gallery');
const configFile = path.join('test', 'gallery', 'vite.config.ts');
const given = process.argv.slice(2);
const listed = (name: string): string[] =>
  given
    .find((each) => each.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',') ?? [];
const part = given.find((each) => !each.startsWith('--')) ?? '';
const pictured = listed('pictures');
const only = listed('only');
const locales = [...Object.values(languages).map(({ locale }) => locale), pseudoLocale].filter(
  (locale) => only.length === 0 || only.some((each) => locale.startsWith(each)),
);

await mkdir(pictures, { recursive: true });
// A folder of its own: another run would build over it.
const outDir = await mkdtemp(path.join(tmpdir(), 'rolecall-languages-'));
await build({ configFile, logLevel: 'warn', build: { outDir } });
const server = await preview({ configFile, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.ROLECALL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const found: string[] = [];
try {
  const site = server.resolvedUrls?.local[0];
  if (site === undefined) throw new Error('The gallery has no address.');
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', deviceScaleFactor: 2 });
  const page = await context.newPage();
  // tsx names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.clock.setFixedTime(galleryTime);
  page.setDefaultTimeout(120_000);
  let state = '';
  page.on('pageerror', (error) => found.push(`${state}: ${error.message}`));
  for (const { id } of states.filter(({ id }) => id.includes(part) && id !== 'primitives')) {
    state = id;
    await page.setViewportSize(shapeViewport);
    await openState(page, site, id);
    const wrong = await inLanguages(page, locales, async (locale, size) => {
      if (!pictured.some((each) => locale.startsWith(each))) return;
      await page.screenshot({ path: path.join(pictures, `${id}-${locale}-${size}.png`) });
    });
    found.push(...wrong.map((each) => `${id} ${each}`));
  }
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}
for (const each of found) console.error(each);
console.log(`${locales.length} languages, ${found.length} findings.`);
process.exitCode = found.length === 0 ? 0 : 1;
