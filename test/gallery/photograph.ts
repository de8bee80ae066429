/**
 * `npm run gallery -- --photograph [part of a state's id]`: every state, light and dark, at 1280×720 and at 200 % zoom; the
 * main screens also right to left, with more contrast and in forced colours. Each is checked on the way (checks.ts).
 * `--guide` takes the pictures of the guide for helpers, into docs/pictures.
 * `--accept` writes the shapes that test/e2e/gallery.spec.ts compares with (baseline.ts), and takes no pictures.
 *
 * Pictures go to test/results/gallery/. Ends with status 1 when something is wrong with a state. ROLECALL_CHROMIUM names
 * another Chromium than the one of the system.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { removeLeftOver, writeBaseline } from './baseline.ts';
import { axeFindings, focusFindings, targetFindings } from './checks.ts';
import type { Look } from './look.ts';
import { galleryTime, openState } from './open-state.ts';
import { shapesOf, shapeViewport } from './shapes.ts';
import { mainScreens, states } from './states.ts';

const pictures = path.join('test', 'results', 'gallery');
const configFile = path.join('test', 'gallery', 'vite.config.ts');

const screen = { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1 };
const zoomed = { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 };

interface View {
  readonly id: string;
  readonly browser: BrowserContextOptions;
  readonly look?: Partial<Look>;
  /** Only the screens people spend their time on. */
  readonly mainOnly?: boolean;
}

const views: readonly View[] = [
  { id: 'light-1280', browser: { ...screen, colorScheme: 'light' } },
  { id: 'dark-1280', browser: { ...screen, colorScheme: 'dark' } },
  { id: 'light-200', browser: { ...zoomed, colorScheme: 'light' } },
  { id: 'dark-200', browser: { ...zoomed, colorScheme: 'dark' } },
  { id: 'contrast-light', browser: { ...screen, colorScheme: 'light', contrast: 'more' }, mainOnly: true },
  { id: 'contrast-dark', browser: { ...screen, colorScheme: 'dark', contrast: 'more' }, mainOnly: true },
  { id: 'forced-light', browser: { ...screen, colorScheme: 'light', forcedColors: 'active' }, mainOnly: true },
  { id: 'forced-dark', browser: { ...screen, colorScheme: 'dark', forcedColors: 'active' }, mainOnly: true },
];

/** What the guide for helpers shows, by the picture's name. */
const guidePictures: Readonly<Record<string, string>> = {
  'guide-sign-in': 'sign-in',
  'guide-find': 'desk-open',
  'guide-checked-in': 'desk-checked-in',
  'guide-offline': 'desk-offline-waiting',
};

interface Wanted {
  readonly part: string;
  readonly guide: boolean;
  readonly accept: boolean;
  /** A language in place of English, with its direction; takes the views of all states only. */
  readonly language: string | undefined;
}

function readArguments(given: readonly string[]): Wanted {
  const language = given.find((each) => each.startsWith('--language='))?.slice('--language='.length);
  return {
    part: given.find((each) => !each.startsWith('--')) ?? '',
    accept: given.includes('--accept'),
    guide: given.includes('--guide'),
    language,
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', timezoneId: 'UTC' });
  const page = await context.newPage();
  // tsx names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.clock.setFixedTime(galleryTime);
  return page;
}

async function photograph(browser: Browser, site: string, { part, language }: Wanted): Promise<string[]> {
  const found: string[] = [];
  for (const { id: viewId, browser: options, look, mainOnly } of views) {
    if (language !== undefined && mainOnly === true) continue;
    const page = await newPage(browser, options);
    let now = '';
    page.on('console', (message) => {
      if (message.type() === 'error') found.push(`${now}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`${now}: ${error.message}`));
    for (const { id } of states) {
      if (!id.includes(part) || (mainOnly === true && !mainScreens.has(id))) continue;
      now = [id, viewId, ...(language === undefined ? [] : [language])].join('-');
      await openState(page, site, id, { ...look, ...(language === undefined ? {} : { language }) });
      await page.screenshot({ path: path.join(pictures, `${now}.png`) });
      if ((await page.title()) !== 'Rolecall') found.push(`${now}: the title is not "Rolecall"`);
      const checked = [
        ...(await axeFindings(page, { forced: options.forcedColors === 'active' })),
        ...(await targetFindings(page)),
        ...(viewId === 'light-1280' ? await focusFindings(page) : []),
      ];
      found.push(...checked.map((each) => `${now}: ${each}`));
    }
    await page.context().close();
  }
  return found;
}

async function illustrate(browser: Browser, site: string): Promise<void> {
  const page = await newPage(browser, { viewport: { width: 1120, height: 640 }, colorScheme: 'light' });
  for (const [name, state] of Object.entries(guidePictures)) {
    await openState(page, site, state);
    await page.screenshot({ path: path.join('docs', 'pictures', `${name}.png`) });
  }
  await page.context().close();
}

async function accept(browser: Browser, site: string, { part }: Wanted): Promise<void> {
  const page = await newPage(browser, { viewport: shapeViewport, colorScheme: 'light' });
  for (const { id } of states) {
    if (!id.includes(part)) continue;
    await openState(page, site, id);
    await writeBaseline(id, await shapesOf(page));
  }
  await removeLeftOver(states.map(({ id }) => id));
  await page.context().close();
}

const wanted = readArguments(process.argv.slice(2));
await mkdir(pictures, { recursive: true });
// A site of its own, so that two runs do not take it from under each other.
const outDir = await mkdtemp(path.join(tmpdir(), 'rolecall-gallery-'));
await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
const server = await preview({ configFile, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.ROLECALL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const site = server.resolvedUrls?.local[0];
  if (site === undefined) throw new Error('The gallery has no address.');
  if (wanted.accept) {
    await accept(browser, site, wanted);
    console.log('The shapes are in test/gallery/baseline. Read what changed before you commit them.');
  } else if (wanted.guide) {
    await illustrate(browser, site);
  } else {
    const found = await photograph(browser, site, wanted);
    for (const each of found) console.error(each);
    console.log(`Pictures in ${pictures}, ${found.length} findings.`);
    process.exitCode = found.length === 0 ? 0 : 1;
  }
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}
