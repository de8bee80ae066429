import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { type Files, nodeFiles } from '../../../../electron/ports/files.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createRoleStore } from '../../../../electron/stations/role-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-roles-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = (file = path.join(folder, 'roles.json')) => createRoleStore(nodeFiles, file, silentLog);

describe('the kept list of roles', () => {
  it('comes back as it was', async () => {
    expect(await store().read()).toBeNull();
    await store().write([{ id: '1', name: 'Checked in' }]);
    expect(await store().read()).toEqual([{ id: '1', name: 'Checked in' }]);
  });

  it.each(['', '\0\0\0', '{"version":0}', '{"version":1,"roles":[{"id":3}]}'])('sets %j aside', async (text) => {
    const file = path.join(folder, 'roles.json');
    await writeFile(file, text);
    expect(await store().read()).toBeNull();
    const [left = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(left).toMatch(/^roles\.json\.corrupt-/);
    expect(await readFile(path.join(folder, left), 'utf8')).toBe(text);
  });

  const refusing = (file: string, times: number) => {
    let left = times;
    const files: Files = {
      ...nodeFiles,
      read: async (name) => {
        left -= 1;
        if (left >= 0) throw new RolecallError('storage-unwritable', 'Held for a moment.');
        return nodeFiles.read(name);
      },
    };
    return createRoleStore(files, file, silentLog);
  };

  it('is kept again once the disk gives what it did not give for a moment', async () => {
    const file = path.join(folder, 'roles.json');
    await store().write([{ id: '1', name: 'Checked in' }]);
    const held = refusing(file, 1);
    expect(await held.read()).toBeNull();
    expect(await held.write([{ id: '2', name: 'Staff' }])).toBe(true);
    expect(await store().read()).toEqual([{ id: '2', name: 'Staff' }]);
    expect(await readdir(folder)).toEqual(['roles.json']);
  });

  it('is left alone as a newer Rolecall wrote it, also where that shows only later', async () => {
    const file = path.join(folder, 'roles.json');
    await writeFile(file, '{"version":2}');
    const held = refusing(file, 1);
    await held.read();
    expect(await held.write([{ id: '2', name: 'Staff' }])).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('{"version":2}');
    // Written before anybody has read it.
    expect(await store().write([{ id: '2', name: 'Staff' }])).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('{"version":2}');
  });

  it('is kept beside what the disk never gives, not over it', async () => {
    const file = path.join(folder, 'roles.json');
    await mkdir(file);
    const held = store();
    expect(await held.read()).toBeNull();
    expect(await held.write([{ id: '2', name: 'Staff' }])).toBe(false);
    expect(await readdir(folder)).toEqual(['roles.json']);
    expect(await held.write([{ id: '2', name: 'Staff' }])).toBe(true);
    expect(await readdir(folder)).toEqual(['roles.json', expect.stringMatching(/^roles\.json\.corrupt-/)]);
    expect(await store().read()).toEqual([{ id: '2', name: 'Staff' }]);
  });

  it('never stops the desk when the disk does not take it', async () => {
    await writeFile(path.join(folder, 'a file'), '');
    const broken = store(path.join(folder, 'a file', 'roles.json'));
    await broken.write([]);
    expect(await broken.read()).toBeNull();
  });
});
