import path from 'node:path';
import { defineConfig } from '@playwright/test';
import endToEnd from '../../playwright.config.ts';

const results = process.env.ROLECALL_RESULTS ?? path.join(import.meta.dirname, '..', 'results', 'tour');

/** As the end-to-end tests, one file. */
export default defineConfig({
  ...endToEnd,
  testDir: '.',
  outputDir: path.join(results, 'tests'),
  reporter: [['list'], ['json', { outputFile: path.join(results, 'report.json') }]],
});
