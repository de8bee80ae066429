import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodeFiles, removeStaleTemporaryFiles } from '../../../../electron/ports/files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('writes whole files that only this user may read, in folders only this user may enter', async () => {
  const file = path.join(folder, 'deep', 'er', 'x.json');
  await nodeFiles.write(file, 'first');
  await nodeFiles.write(file, 'second');
  expect(await nodeFiles.read(file)).toBe('second');
  expect(await readdir(path.dirname(file))).toEqual(['x.json']);
  if (process.platform !== 'win32') {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  }
});

it('answers null for what is not there, and removes what is not there without a word', async () => {
  expect(await nodeFiles.read(path.join(folder, 'none'))).toBeNull();
  await nodeFiles.remove(path.join(folder, 'none'));
  await nodeFiles.setAside(path.join(folder, 'none'), 'corrupt');
  expect(await readdir(folder)).toEqual([]);
});

it('keeps what can not be read, out of the way', async () => {
  const file = path.join(folder, 'x.json');
  await writeFile(file, '\0\0\0');
  await nodeFiles.setAside(file, 'corrupt');
  const [name, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(name).toMatch(/^x\.json\.corrupt-\d+$/);
  expect(await readFile(path.join(folder, name ?? ''), 'latin1')).toBe('\0\0\0');
});

it('leaves the old content where the new one can not be written', async () => {
  const file = path.join(folder, 'x.json');
  await nodeFiles.write(file, 'old');
  const below = path.join(file, 'y.json');
  await expect(nodeFiles.write(below, 'new')).rejects.toMatchObject({ code: 'storage-unwritable' });
  expect(await nodeFiles.read(file)).toBe('old');
});

it('clears away what a killed write left behind, and nothing else', async () => {
  for (const name of ['a.json', 'a.json.1234567890', 'a.json.corrupt-1700000000000', 'notes.1234567']) {
    await writeFile(path.join(folder, name), '');
  }
  await removeStaleTemporaryFiles(folder);
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'a.json.corrupt-1700000000000', 'notes.1234567']);
});
