import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userDataProblem } from '../../../../electron/app/user-data.ts';

describe('the folder for what Rolecall keeps', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rolecall-user-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is used where it is there, and made where it is not', () => {
    expect(userDataProblem('', folder)).toBeNull();
    expect(userDataProblem(folder, folder)).toBeNull();
    const deeper = path.join(folder, 'a', 'b');
    expect(userDataProblem(deeper, deeper)).toBeNull();
  });

  it('is made for this user alone (checklist B56)', () => {
    const made = path.join(folder, 'a');
    expect(userDataProblem(made, made)).toBeNull();
    // Windows has other rights than these.
    if (process.platform !== 'win32') expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('is never silently another one than was asked for', () => {
    expect(userDataProblem(path.join(folder, 'mine'), path.join(folder, 'default'))).toContain('--user-data-dir');
  });

  it('below a file is said to be of no use', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const below = path.join(file, 'below');
    expect(userDataProblem(below, below)).toContain('can not be written to');
  });
});
