/**
 * C01 (electron-userland/electron-builder#4035): nothing names the program for its scheme, as with an AppImage that is not
 * integrated, and registering at run time changes nothing. It is known beforehand, so that pasting is offered at once.
 */
import type { App } from 'electron';
import { expect, it } from 'vitest';
import { linksComeBack } from '../../electron/app/link-handler.ts';

it.runIf(process.platform === 'linux')('says that links do not come back where no desktop file names it', async () => {
  const before = process.env.PATH;
  process.env.PATH = '';
  try {
    expect(await linksComeBack({ isPackaged: true, getAppPath: () => '/app' } as App)).toBe(false);
  } finally {
    process.env.PATH = before;
  }
});
