import path from 'node:path';
import { defineConfig } from '@playwright/test';

// Set by `npm run e2e`, which runs us as an ordinary user who may not be allowed to write into the checkout.
const results = process.env.ROLECALL_RESULTS ?? path.join(import.meta.dirname, 'test', 'results', 'e2e');

/** Real Electron, one app at a time: two cold starts at once on two cores tell more about the machine than about the app. */
export default defineConfig({
  testDir: 'test/e2e',
  // A desktop of its own, with a browser in it, is something only Linux lets a test have. An installed package has a run of
  // its own (scripts/package-test.mjs).
  ...(process.env.ROLECALL_INSTALLED
    ? { testMatch: ['**/packaged.spec.ts'] }
    : {
        testIgnore: ['**/packaged.spec.ts', ...(process.platform === 'linux' ? [] : ['**/system-browser.spec.ts'])],
      }),
  outputDir: path.join(results, 'tests'),
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A cold start with a new database takes several seconds on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: path.join(results, 'report.json') }]],
});
