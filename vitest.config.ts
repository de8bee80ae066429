import { defineConfig } from 'vitest/config';

/**
 * Suites by what they need: `unit` plain Node or happy-dom and no server; `integration` the real service on loopback.
 * Real Electron is driven by Playwright (playwright.config.ts).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'test/unit/**/*.test.{ts,tsx}',
            'test/contract/**/*.test.ts',
            'test/regressions/**/*.test.{ts,tsx}',
          ],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
