// node test/faults/support/with-keyring.mjs [vitest arguments]: runs sign-in-kill.test.ts on a desktop of its own whose
// GNOME keyring seals the secrets. Linux with dbus, gnome-keyring and xvfb.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runOnDesktop } from '../../../scripts/desktop-session.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const self = fileURLToPath(import.meta.url);
const electron = process.env.ROLECALL_KEYRING_ELECTRON;

if (electron === undefined) {
  const { execFileSync } = await import('node:child_process');
  const path = execFileSync(process.execPath, ['scripts/rolecall.mjs', 'electron-path'], { cwd: root }).toString();
  process.exitCode = await runOnDesktop([self, ...process.argv.slice(2)], {
    cwd: root,
    node: process.execPath,
    user: undefined,
    env: { ROLECALL_KEYRING_ELECTRON: path.trim().split('\n').at(-1) ?? '' },
  });
} else {
  const keyring = spawn(
    electron,
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--password-store=gnome-libsecret',
      fileURLToPath(new URL('keyring-service.cjs', import.meta.url)),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  keyring.once('exit', (code) => {
    if (code !== 0) process.exitCode = 1;
  });
  for await (const line of createInterface(keyring.stdout)) {
    if (!line.startsWith('keyring ')) continue;
    const tests = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'integration',
        'test/faults/sign-in-kill.test.ts',
        ...process.argv.slice(2),
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, ROLECALL_KEYRING_URL: line.slice(8) },
      },
    );
    tests.once('close', (code) => {
      process.exitCode = code ?? 1;
      keyring.stdin.end();
    });
  }
}
