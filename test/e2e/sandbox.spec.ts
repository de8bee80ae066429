import { confinementOf, IS_ROOT } from './support/launched-app.ts';
import { expect, test } from './support/rolecall.ts';

// Everything else in this folder is worth more because of this: it ran as the app runs for a person.
test('the renderer runs confined by the sandbox, for an ordinary user', async ({ rolecall }) => {
  const { app } = await rolecall.openWindow();
  expect(IS_ROOT, 'npm run e2e as root hands over to an ordinary user').toBe(false);
  expect(app.commandLine.args).not.toContain('--no-sandbox');

  const renderers = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.webContents.getOSProcessId()),
  );
  expect(renderers).toHaveLength(1);
  if (process.platform === 'linux') {
    // Windows and macOS keep no such books; Electron's own sandbox there needs no set-up that could be missing.
    for (const renderer of renderers) {
      expect(await confinementOf(renderer)).toEqual({ seccompMode: 2, ownProcessNamespace: true });
    }
  }
});
