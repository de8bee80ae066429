/**
 * C01, C02 and C16 (electron-userland/electron-builder#4035, electron/electron#40685, shiftkey/desktop#10): the system never
 * learnt about the scheme, and the sign-in waited for an answer that could not come.
 */
import { expect, it } from 'vitest';
import { createLinks, runProgram } from '../../electron/app/link-handler.ts';
import { nodeFiles } from '../../electron/ports/files.ts';
import { silentLog } from '../../electron/ports/log.ts';

it('finds out beforehand that no link would come back, however the system answers', async () => {
  const { PATH } = process.env;
  // A desktop without xdg-mime: nothing to ask.
  process.env.PATH = '/nowhere';
  try {
    const links = createLinks({
      app: {
        setAsDefaultProtocolClient: () => true,
        isDefaultProtocolClient: () => true,
        getApplicationNameForProtocol: () => 'Rolecall',
      },
      platform: 'linux',
      packaged: true,
      execPath: '/tmp/.mount_R/rolecall',
      appPath: '/app',
      env: { HOME: '/nowhere', APPIMAGE: '/nowhere/R.AppImage' },
      files: { read: nodeFiles.read, write: async () => {} },
      run: runProgram,
      log: silentLog,
    });
    expect(await links.look()).toBe('nothing');
    expect(await links.takeOver()).toBe('nothing');
  } finally {
    process.env.PATH = PATH;
  }
});
