/** What electron-builder is told: that it understands it, by its own schema, and that what matters on each platform is said. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fusesForBuilder } from '../../../scripts/fuses.mjs';

const root = new URL('../../../', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, root), 'utf8');
/** A fresh one each time: the validator turns values into the kind it wants. */
const configuration = () => parse(text('electron-builder.yml'));

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { validateSchema } = ofBuilder('app-builder-lib/out/util/config/schemaValidator') as {
  validateSchema: (schema: unknown, data: unknown) => void;
};
const schema: unknown = ofBuilder('app-builder-lib/scheme.json');

describe('electron-builder.yml', () => {
  it('is what electron-builder’s own schema allows, the parts for other platforms too', () => {
    expect(() => validateSchema(schema, configuration())).not.toThrow();
  });

  it.each([
    ['nsis', 'perMachin'],
    ['win', 'verifyUpdateCodeSignatures'],
    ['mac', 'hardenedRuntimes'],
    ['rpm', 'dependss'],
    ['linux', 'protocol'],
  ])('would not be with a misspelt setting of %s', (part, name) => {
    const wrong = configuration();
    wrong[part][name] = true;
    expect(() => validateSchema(schema, wrong)).toThrow(`configuration.${part}`);
  });

  it.each(['linux', 'darwin', 'win32'] as const)(
    'takes the fuses of %s, every one that electron-builder knows',
    (platform) => {
      const electronFuses = fusesForBuilder(platform);
      expect(() => validateSchema(schema, { ...configuration(), electronFuses })).not.toThrow();
      const { definitions } = schema as { definitions: { FuseOptionsV1: { properties: Record<string, unknown> } } };
      const known = Object.keys(definitions.FuseOptionsV1.properties);
      expect(known.filter((name) => name !== 'resetAdHocDarwinSignature').sort()).toEqual(
        Object.keys(electronFuses).sort(),
      );
    },
  );

  it('names files that are there', () => {
    const { win, nsis, mac, deb, rpm, linux } = configuration();
    for (const name of [
      win.icon,
      nsis.include,
      mac.icon,
      mac.entitlements,
      mac.entitlementsInherit,
      linux.icon,
      deb.afterInstall,
      deb.afterRemove,
      rpm.afterInstall,
      rpm.afterRemove,
    ]) {
      expect(existsSync(new URL(name, root)), name).toBe(true);
    }
  });

  it('brings the scheme on every platform, one link as one argument', () => {
    const { mac, linux, deb, rpm, appImage, nsis } = configuration();
    for (const { protocols } of [mac, linux]) expect(protocols).toMatchObject([{ schemes: ['rolecall'] }]);
    for (const { executableArgs } of [deb, rpm]) expect(executableArgs).toEqual(['%u']);
    // What electron-builder adds to the entry of an AppImage, "%U", may stand there once, and lists are joined.
    expect([linux.executableArgs, appImage?.executableArgs]).toEqual([undefined, undefined]);
    expect(nsis.include).toBe('build/installer.nsh');
  });

  it('offers what the design names, for each platform', () => {
    const { win, mac, linux } = configuration();
    expect(win.target).toMatchObject([{ target: 'nsis', arch: ['x64', 'arm64'] }]);
    expect(mac.target).toMatchObject([
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ]);
    expect(linux.target).toEqual(['AppImage', 'deb', 'rpm', 'tar.gz']);
  });

  it('signs, hardens and checks where a platform can, and updates only from a feed that was named', () => {
    const { win, mac, publish, asar } = configuration();
    expect(mac).toMatchObject({ hardenedRuntime: true });
    // With the key of Apple’s service in the environment electron-builder notarises; switched off it never would.
    expect(mac.notarize).toBeUndefined();
    expect(win.verifyUpdateCodeSignature).toBe(true);
    expect({ publish, asar }).toEqual({ publish: null, asar: true });
  });

  it('can be for one user or for everybody on Windows, and never deletes what was done at a desk', () => {
    expect(configuration().nsis).toMatchObject({ oneClick: false, perMachine: false, deleteAppDataOnUninstall: false });
    expect(text('build/linux/after-remove.sh')).not.toMatch(/rm -r|\.config|home/);
  });
});

it('on Windows the installer writes and removes exactly what the program looks for', () => {
  const script = text('build/installer.nsh');
  expect(script).toContain(`'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "--" "%1"'`);
  expect(script).toMatch(/!macro customInstall\n(?:.+\n)*? +WriteRegStr SHELL_CONTEXT .*"URL Protocol"/);
  expect(script).toMatch(/!macro customUnInstall\n.+SHELL_CONTEXT\n.+HKCU\n!macroend/);
});

it('asks macOS for nothing but what V8 needs', () => {
  for (const name of ['build/entitlements.mac.plist', 'build/entitlements.mac.inherit.plist']) {
    expect(text(name).match(/<key>(.+?)<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  }
});
