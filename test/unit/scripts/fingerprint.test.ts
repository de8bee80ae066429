import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFresh } from '../../../scripts/build.mjs';
import { fingerprint, integrityOf } from '../../../scripts/fingerprint.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-unit-'));
  await mkdir(path.join(folder, 'source'));
  await writeFile(path.join(folder, 'source', 'a.ts'), 'one');
});
afterEach(() => rm(folder, { recursive: true }));

const ofSource = () => fingerprint(folder, ['source', 'not-there.json']);

test('a new time alone is no change', async () => {
  const before = ofSource();
  await utimes(path.join(folder, 'source', 'a.ts'), 1, 1);
  expect(ofSource()).toBe(before);
});

test('changed text, a new file, another name: each is a change', async () => {
  const seen = new Set([ofSource()]);
  await writeFile(path.join(folder, 'source', 'a.ts'), 'two');
  seen.add(ofSource());
  await writeFile(path.join(folder, 'source', 'b.ts'), '');
  seen.add(ofSource());
  await rm(path.join(folder, 'source', 'b.ts'));
  await writeFile(path.join(folder, 'source', 'c.ts'), '');
  seen.add(ofSource());
  await writeFile(path.join(folder, 'not-there.json'), '{}');
  seen.add(ofSource());
  expect(seen.size).toBe(5);
});

test('a build is fresh with its stamp and its output only', () => {
  expect(isFresh({ stamp: 'x', sources: 'x', outputExists: true })).toBe(true);
  expect(isFresh({ stamp: 'x', sources: 'y', outputExists: true })).toBe(false);
  expect(isFresh({ stamp: undefined, sources: 'x', outputExists: true })).toBe(false);
  expect(isFresh({ stamp: 'x', sources: 'x', outputExists: false })).toBe(false);
});

test('integrity is what npm writes into lock files', async () => {
  // sha512 of "one", as `openssl dgst -sha512 -binary | base64` gives it.
  expect(await integrityOf(path.join(folder, 'source', 'a.ts'))).toBe(INTEGRITY_OF_ONE);
});

const INTEGRITY_OF_ONE =
  'sha512-BfcDQQeKz2oG1CPSFyD5ZD1flTYm2IoCY23DqeeVgq6wyCCFf9P43FAqqDYNLI+pephf2ltim4CcrRj/ti04mQ==';
