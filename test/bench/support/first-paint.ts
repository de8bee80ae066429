import { type LaunchOptions, launchApp } from '../../e2e/support/launched-app.ts';

/**
 * Milliseconds from starting a program until its window has something painted, by what the page itself has noted (Paint
 * Timing, "first-contentful-paint"). The test driver learns of it later, and later still while the page runs its program.
 */
export async function timeToFirstPaint(
  options: LaunchOptions,
  place: { readonly folder: string; readonly logFile: string },
): Promise<number> {
  const began = Date.now();
  const app = await launchApp(options, place);
  const window = await app.window();
  await window.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const painted = await window.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
  await app.close();
  return painted - began;
}
