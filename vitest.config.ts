import { defineConfig } from 'vitest/config';

/** How long something may take before it counts as hanging, in ms: on a busy machine a second becomes ten. */
const PATIENCE = 60_000;

/** `expect.poll` gives up after one second unless told otherwise. */
const poll = { timeout: 30_000 };

/**
 * Suites by what they need: `unit` and `unit-pages` (happy-dom) no server; `integration` the real service on loopback.
 * Real Electron is driven by Playwright (playwright.config.ts).
 */
export default defineConfig({
  test: {
    projects: [
      {
        // One module graph for each worker: these files share nothing but pure modules, and loading those again for each
        // file took most of the time.
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/regressions/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          // It imports JSON in a way that only a bundler understands.
          server: { deps: { inline: [/@actions\/workflow-parser/] } },
          testTimeout: PATIENCE,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'unit-pages',
          include: ['test/unit/**/*.test.tsx', 'test/regressions/**/*.test.tsx'],
          environment: 'node',
          testTimeout: PATIENCE,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: PATIENCE,
          expect: { poll },
          hookTimeout: 120_000,
          maxWorkers: 2,
          // After the others: projects with different numbers of workers can't share a turn.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
