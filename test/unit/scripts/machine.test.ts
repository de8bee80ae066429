import { expect, test } from 'vitest';
import { hasDisplay } from '../../../scripts/display.mjs';
import { desktopEntry } from '../../../scripts/link-handler.mjs';
import { cacheFolder } from '../../../scripts/paths.mjs';
import { exitCodeOf } from '../../../scripts/run.mjs';
import { progressLine } from '../../../scripts/say.mjs';
import { appEnvironment } from '../../../scripts/start.mjs';
import { parseMissingLibraries } from '../../../scripts/system-packages.mjs';

const machine = { platform: 'linux' as const, isRoot: false, env: {}, home: '/home/kim' };

test('the cache lies outside the repository, where each system keeps such things', () => {
  expect(cacheFolder(machine)).toBe('/home/kim/.cache/rolecall');
  expect(cacheFolder({ ...machine, env: { XDG_CACHE_HOME: '/big' } })).toBe('/big/rolecall');
  expect(cacheFolder({ ...machine, env: { XDG_CACHE_HOME: 'relative' } })).toBe('/home/kim/.cache/rolecall');
  expect(cacheFolder({ ...machine, isRoot: true })).toBe('/var/cache/rolecall');
  expect(cacheFolder({ ...machine, platform: 'darwin' })).toBe('/home/kim/Library/Caches/rolecall');
});

test('only Linux machines come without a display', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});

test('missing libraries are read from ldd', () => {
  const output = '\tlibgtk-3.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibnss3.so => not found\n';
  expect(parseMissingLibraries(output)).toEqual(['libgtk-3.so.0', 'libnss3.so']);
});

test('a signal ends with the code a shell reports', () => {
  expect(exitCodeOf(3, null)).toBe(3);
  expect(exitCodeOf(null, 'SIGTERM')).toBe(143);
});

test('progress never leaves its bar', () => {
  expect(progressLine('Fetching', 50, 100)).toContain(' 50 %');
  expect(progressLine('Fetching', 500, 100)).toContain('100 %');
  expect(progressLine('Fetching', 0, 0)).toContain('  0 %');
});

test("the app doesn't inherit what would turn Electron into Node, nor npm's variables", () => {
  expect(appEnvironment({ PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', npm_config_registry: 'x', NPM_TOKEN: 'y' })).toEqual(
    { PATH: '/bin' },
  );
});

test('a .desktop file quotes what is special to it, and nothing else', () => {
  const entry = desktopEntry(
    'Rolecall',
    ['/opt/my apps/electron', '--user-data-dir=/a$b "100%"', '/plain/path'],
    ['rolecall'],
  );
  expect(entry).toContain(String.raw`Exec="/opt/my apps/electron" "--user-data-dir=/a\\$b \\"100%%\\"" /plain/path %u`);
  expect(entry).toContain('MimeType=x-scheme-handler/rolecall;');
});
