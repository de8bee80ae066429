import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../electron/ports/files.ts';
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

  it('never stops the desk when the disk does not take it', async () => {
    await writeFile(path.join(folder, 'a file'), '');
    const broken = store(path.join(folder, 'a file', 'roles.json'));
    await broken.write([]);
    expect(await broken.read()).toBeNull();
  });
});
