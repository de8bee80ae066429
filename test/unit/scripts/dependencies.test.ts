import { expect, test } from 'vitest';
import { missingPackages } from '../../../scripts/dependencies.mjs';

const locked = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-c', optional: true },
  },
};
const installed = {
  packages: {
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
  },
};

test('everything there, the optional rest aside', () => {
  expect(missingPackages(locked, installed)).toEqual([]);
});

test('a package that is absent, old or another than locked is named', () => {
  expect(missingPackages(locked, { packages: { 'node_modules/a': installed.packages['node_modules/a'] } })).toEqual([
    'node_modules/b',
  ]);
  const old = { packages: { ...installed.packages, 'node_modules/b': { version: '1.9.0', integrity: 'sha512-b' } } };
  expect(missingPackages(locked, old)).toEqual(['node_modules/b']);
  const other = { packages: { ...installed.packages, 'node_modules/b': { version: '2.0.0', integrity: 'sha512-x' } } };
  expect(missingPackages(locked, other)).toEqual(['node_modules/b']);
});

test('an optional package of another version is not accepted', () => {
  const wrong = { version: '0.9.0', integrity: 'sha512-z' };
  expect(
    missingPackages(locked, { packages: { ...installed.packages, 'node_modules/for-another-platform': wrong } }),
  ).toEqual(['node_modules/for-another-platform']);
});
