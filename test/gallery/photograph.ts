/**
 * Photographs every state of the gallery, light and dark, at 1280×720 and at 200 % zoom, and runs axe over each.
 *
 *   npx tsx test/gallery/photograph.ts [part of a state's id]
 *
 * Pictures go to test/results/gallery/. Ends with status 1 when axe finds something, a page logs an error or a name
 * shows in the title. ROLECALL_CHROMIUM names another Chromium than /usr/bin/chromium.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { states } from './states.ts';

const pictures = 'test/results/gallery';
const configFile = 'test/gallery/vite.config.ts';
const looks = ['light', 'dark'] as const;
const sizes = [
  { id: '200', viewport: { width: 640, height: 360 }, scale: 2 },
  { id: '1280', viewport: { width: 1280, height: 720 }, scale: 1 },
] as const;

async function axe(page: Page, what: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${what}: ${id}: ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`,
    ),
  );
}

async function photograph(browser: Browser, address: string, only: string): Promise<string[]> {
  const found: string[] = [];
  for (const { id: sizeId, viewport, scale } of sizes) {
    for (const colorScheme of looks) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor: scale,
        colorScheme,
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
      });
      const page = await context.newPage();
      let now = '';
      page.on('console', (message) => {
        if (message.type() === 'error') found.push(`${now}: console: ${message.text()}`);
      });
      page.on('pageerror', (error) => found.push(`${now}: ${error.message}`));
      await page.clock.setFixedTime('2026-08-14T14:03:26Z');
      for (const { id } of states.filter((state) => state.id.includes(only))) {
        now = `${id} ${colorScheme} ${sizeId}`;
        await page.goto(`${address}?state=${id}`);
        await page.waitForSelector('html[data-ready="yes"]');
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(pictures, `${id}-${colorScheme}-${sizeId}.png`) });
        if ((await page.title()) !== 'Rolecall') found.push(`${now}: the title is not "Rolecall"`);
        found.push(...(await axe(page, now)));
      }
      await context.close();
    }
  }
  return found;
}

await mkdir(pictures, { recursive: true });
await build({ configFile, logLevel: 'warn' });
const site = await preview({ configFile, preview: { host: '127.0.0.1', port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.ROLECALL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const address = site.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The gallery has no address.');
  const found = await photograph(browser, address, process.argv[2] ?? '');
  for (const each of found) console.error(each);
  console.log(`${states.length} states, pictures in ${pictures}, ${found.length} findings.`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await site.close();
}
