import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../support/code-of.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
let chosenFolder: string;
let desk: WholeDesk;
let choose = (_file: string): void => {};
let asked: Promise<void>;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-save-'));
  chosenFolder = await mkdtemp(path.join(tmpdir(), 'rolecall-chosen-'));
  let wasAsked = (): void => {};
  asked = new Promise((resolve) => {
    wasAsked = resolve;
  });
  desk = await openWholeDesk({
    service,
    folder,
    saveDialog: () =>
      new Promise((resolve) => {
        choose = resolve;
        wasAsked();
      }),
  });
  await desk.signIn();
  await desk.until('stations:changed', ({ primaryRecipe }) => primaryRecipe !== null);
});
afterEach(async () => {
  await desk.close();
  for (const each of [folder, chosenFolder]) await rm(each, { recursive: true, force: true });
});

const savings = {
  'the members of a role': async () => {
    const [role] = (await desk.handlers['lists:roles']({})).roles;
    return desk.handlers['lists:export-members']({ roleId: role?.roleId ?? '' });
  },
  'the journal': async () => desk.handlers['role-changes:export']({}),
};
const ends = {
  'somebody signed out': async () => void (await desk.handlers['sign-in:sign-out']({})),
  'somebody signed out and in again': async () => {
    await desk.handlers['sign-in:sign-out']({});
    await desk.signIn();
  },
  'the desk was locked': async () => {
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await desk.handlers['sign-in:lock']({});
  },
  'the desk was locked and unlocked': async () => {
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await desk.handlers['sign-in:lock']({});
    await desk.handlers['sign-in:unlock']({ pin: '2468' });
  },
  'the connection was closed': () => desk.close(),
};

describe.each(Object.entries(savings))('a question where to save %s', (_what, save) => {
  it.each(Object.entries(ends))('that is answered after %s writes nothing, and says so', async (_end, end) => {
    const saving = codeOf(save);
    await asked;
    await end();
    choose(path.join(chosenFolder, 'out.csv'));
    expect(await saving).toBe('save-given-up');
    expect(await readdir(chosenFolder)).toEqual([]);
  });

  it('that is answered while the same people are at the desk is written', async () => {
    const saving = codeOf(save);
    await asked;
    choose(path.join(chosenFolder, 'out.csv'));
    expect(await saving).toBe('answered');
    expect(await readdir(chosenFolder)).toEqual(['out.csv']);
  });
});
