/**
 * Draws build/icon.svg in the sizes the packages want: `node scripts/draw-icons.mjs`. The pictures are committed; run it after
 * changing the mark. Needs a Chromium.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { isRoot, ROOT } from './paths.mjs';
import { Problem } from './say.mjs';
import { systemBrowser } from './system-packages.mjs';

const executablePath = systemBrowser();
if (executablePath === undefined) throw new Problem('There is no Chromium here: sudo apt-get install -y chromium');
const svg = readFileSync(path.join(ROOT, 'build', 'icon.svg'), 'utf8');
mkdirSync(path.join(ROOT, 'build', 'icons'), { recursive: true });
const browser = await chromium.launch({ executablePath, args: isRoot() ? ['--no-sandbox'] : [] });
try {
  const page = await browser.newPage();
  const draw = async (/** @type {number} */ size, /** @type {string} */ name) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    await page.screenshot({ path: path.join(ROOT, 'build', name), omitBackground: true });
  };
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) await draw(size, path.join('icons', `${size}x${size}.png`));
  await draw(1024, 'icon.png');
} finally {
  await browser.close();
}
