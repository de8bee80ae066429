/**
 * Every state of the gallery in real Electron: nothing for axe to find, targets a finger meets, a focus that is seen, the
 * shapes everybody agreed on (test/gallery/baseline), and words that can be read in other languages and at 200 %. What fails names the state; `npm run gallery` shows it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, type PreviewServer, preview } from 'vite';
import { contentSecurityPolicy } from '../../electron/app/content-security-policy.ts';
import { leftOver, readBaseline } from '../gallery/baseline.ts';
import { axeFindings, focusFindings, targetFindings } from '../gallery/checks.ts';
import { inLanguages } from '../gallery/in-languages.ts';
import { galleryTime, openState } from '../gallery/open-state.ts';
import { pseudoLocale } from '../gallery/pseudo.ts';
import { shapeDifferences, shapesOf, shapeViewport } from '../gallery/shapes.ts';
import { states } from '../gallery/states.ts';
import { ROOT } from './support/launched-app.ts';
import { expect, type Rolecall, test } from './support/rolecall.ts';

/** A program that shows one empty page in a window of the desk's kind. */
const bareProgram = `
const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: ${shapeViewport.width},
    height: ${shapeViewport.height},
    useContentSize: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  void window.loadURL('about:blank');
});
app.on('window-all-closed', () => app.quit());
`;

let server: PreviewServer;
let place: string;

test.beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'rolecall-gallery-'));
  const site = path.join(place, 'site');
  await build({
    configFile: false,
    root: path.join(ROOT, 'test', 'gallery'),
    base: './',
    cacheDir: path.join(place, 'vite'),
    plugins: [react()],
    logLevel: 'warn',
    build: {
      target: 'chrome130',
      outDir: site,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
    },
  });
  server = await preview({
    configFile: false,
    root: place,
    logLevel: 'warn',
    build: { outDir: site },
    preview: { host: '127.0.0.1', port: 0, headers: { 'Content-Security-Policy': contentSecurityPolicy } },
  });
});

test.afterAll(async () => {
  await server.close();
  await rm(place, { recursive: true, force: true });
});

function siteAddress(): string {
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The gallery has no address.');
  return address;
}

/** An empty window of the desk's kind, at the moment the gallery is looked at. */
async function openGallery(rolecall: Rolecall, scratch: string): Promise<Page> {
  const program = path.join(scratch, 'bare.cjs');
  await writeFile(program, bareProgram);
  const { window } = await rolecall.openWindow({ appPath: program, env: { TZ: 'UTC' } });
  await window.setViewportSize(shapeViewport);
  await window.clock.setFixedTime(galleryTime);
  return window;
}

/** The languages whose words are longest, the one written from right to left, and a made-up one that is longer than any. */
const longLanguages = ['de-DE', 'fr-FR', 'ar-EG', pseudoLocale];

/** States whose names begin alike are looked at in one window. */
const groups = new Map<string, string[]>();
for (const { id } of states) {
  const name = id.split('-', 1)[0] ?? id;
  groups.set(name, [...(groups.get(name) ?? []), id]);
}

for (const [name, ids] of groups) {
  test(`${name}: axe, targets, focus, shape and words of ${ids.length} states`, async ({ rolecall, scratch }) => {
    test.setTimeout(15 * 60_000);
    const address = siteAddress();
    const window = await openGallery(rolecall, scratch);

    const found: string[] = [];
    let now = '';
    window.on('console', (message) => {
      if (message.type() === 'error') found.push(`${now}: console: ${message.text()}`);
    });
    window.on('pageerror', (error) => found.push(`${now}: ${error.message}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const id of ids) {
        now = `${id} ${colorScheme}`;
        await window.setViewportSize(shapeViewport);
        await openState(window, address, id);
        const wrong: string[] = [];
        if (colorScheme === 'light') {
          const baseline = await readBaseline(id);
          wrong.push(
            ...(baseline === null
              ? ['shape: there is none to compare with. Look at it, then: npm run gallery -- --accept']
              : shapeDifferences(baseline, await shapesOf(window)).map((line) => `shape ${line}`)),
            ...(await targetFindings(window)),
          );
        }
        wrong.push(...(await axeFindings(window, { oneWindow: true, coloursOnly: colorScheme === 'dark' })));
        // Last, as they move the focus and leave the page in another language.
        if (colorScheme === 'light') wrong.push(...(await focusFindings(window)));
        if (colorScheme === 'light' && id !== 'primitives') wrong.push(...(await inLanguages(window, longLanguages)));
        found.push(...wrong.map((each) => `${now}: ${each}`));
      }
    }
    expect(found.join('\n')).toBe('');
  });
}

test('no shape is kept of a state there is no longer', async () => {
  expect(await leftOver(states.map(({ id }) => id))).toEqual([]);
});
