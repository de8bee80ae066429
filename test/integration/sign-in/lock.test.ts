import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wasLeftLocked } from '../../../electron/app/left-locked.ts';
import { nodeFiles } from '../../../electron/ports/files.ts';
import { startService, type TestService } from '../../support/service.ts';
import { createFakeCipher } from '../../support/sign-in/fakes.ts';
import { openWholeDesk, type WholeDesk, type WholeDeskOptions } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
const desks: WholeDesk[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-lock-'));
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await rm(folder, { recursive: true, force: true });
});

async function deskFor(more: Partial<WholeDeskOptions> = {}): Promise<WholeDesk> {
  const desk = await openWholeDesk({ service, folder, ...more });
  desks.push(desk);
  return desk;
}

/** Signed in, with the people here and one of them open. */
async function workingDesk(more: Partial<WholeDeskOptions> = {}) {
  const desk = await deskFor(more);
  await desk.signIn();
  await desk.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  const station = await desk.until('stations:changed', ({ primaryRecipe }) => primaryRecipe !== null);
  const { hits } = await desk.handlers['directory:search']({ query: 'a', limit: 50, loose: false });
  const [hit] = hits;
  if (hit === undefined || station.primaryRecipe === null) throw new Error('Nobody to check in.');
  return { desk, userId: hit.userId, name: hit.displayName.text, recipeId: station.primaryRecipe.id };
}

describe('a locked desk', () => {
  it('says nothing about anybody, and goes on sending and fetching', async () => {
    const { desk, userId, name, recipeId } = await workingDesk();
    await desk.handlers['directory:open']({ userId });
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await desk.handlers['role-changes:run-recipe']({ userId, recipeId });
    await desk.handlers['sign-in:lock']({});
    expect(await desk.state()).toMatchObject({ kind: 'locked', because: 'asked', pinSet: true, triesLeft: 10 });
    expect(desk.session.isLocked()).toBe(true);
    const since = desk.events.findIndex(({ payload }) => (payload as { kind?: string }).kind === 'locked');

    // What was done just before is sent all the same.
    await desk.until(
      'role-changes:changed',
      ({ waiting, sending, lastAct }) => waiting + sending === 0 && lastAct === null,
    );
    await expect.poll(async () => (await desk.handlers['role-changes:read']({})).waiting).toBe(0);
    expect(await desk.handlers['role-changes:read']({})).toMatchObject({ sending: 0, refused: 0, lastAct: null });

    await desk.handlers['sign-in:unlock']({ pin: '2468' });
    const unlocked = desk.events.findLastIndex(({ payload }) => (payload as { kind?: string }).kind === 'signed-in');
    const meanwhile = desk.events.slice(since, unlocked);
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(JSON.stringify(meanwhile)).not.toContain(name);
    expect(JSON.stringify(meanwhile)).not.toContain(userId);
    // What the last act was is told again.
    expect((await desk.handlers['role-changes:read']({})).lastAct).toMatchObject({
      state: 'confirmed',
      displayName: name,
    });
    await expect.poll(() => desk.events.slice(unlocked).map(({ name }) => name)).toContain('role-changes:changed');
  });

  it('is locked after a restart, sealed together with the sign-in, and open after the PIN', async () => {
    const cipher = createFakeCipher();
    const first = await deskFor({ cipher });
    await first.signIn();
    await first.handlers['sign-in:set-pin']({ pin: '24681357', currentPin: null });
    await first.handlers['sign-in:lock']({});
    for (let guess = 0; guess < 2; guess += 1) {
      await expect(async () => first.handlers['sign-in:unlock']({ pin: '1111' })).rejects.toMatchObject({
        code: 'pin-wrong',
      });
    }
    await first.close();
    const onDisk = await readFile(path.join(folder, 'sign-in.json'), 'utf8');
    expect(Object.keys(JSON.parse(onDisk) as object).sort()).toEqual(['backend', 'savedAt', 'sealed', 'version']);

    const second = await deskFor({ cipher });
    expect(await second.state()).toMatchObject({ kind: 'locked', triesLeft: 8 });
    // Fetching has begun behind the lock.
    await second.until('directory:changed', ({ people }) => people > 0);
    await second.handlers['sign-in:unlock']({ pin: '24681357' });
    expect(await second.state()).toMatchObject({ kind: 'signed-in', pinSet: true });
  });

  it('is out of reach with the sign-in file gone: whoever deletes it is signed out', async () => {
    const cipher = createFakeCipher();
    const first = await deskFor({ cipher });
    await first.signIn();
    await first.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await first.handlers['sign-in:lock']({});
    await first.close();
    await rm(path.join(folder, 'sign-in.json'));
    expect((await (await deskFor({ cipher })).state()).kind).toBe('signed-out');
  });

  it('is left by signing out, which forgets the PIN and keeps what was not sent', async () => {
    let offline = false;
    const { desk, userId, recipeId } = await workingDesk({
      transport: async (request) => {
        const { nodeHttpTransport } = await import('../../../electron/ports/node-http-transport.ts');
        return nodeHttpTransport(offline ? { ...request, url: 'http://127.0.0.1:9/' } : request);
      },
    });
    offline = true;
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await desk.handlers['role-changes:run-recipe']({ userId, recipeId });
    await desk.handlers['sign-in:lock']({});
    expect(await wasLeftLocked(nodeFiles, folder)).toBe(false);
    await desk.handlers['sign-in:sign-out']({});
    expect(await desk.state()).toMatchObject({ kind: 'signed-out', notice: null });
    // What was shut stays shut until somebody signs in.
    await expect.poll(() => wasLeftLocked(nodeFiles, folder)).toBe(true);
    offline = false;
    await desk.signIn();
    await expect.poll(() => wasLeftLocked(nodeFiles, folder)).toBe(false);
    expect(await desk.state()).toMatchObject({ kind: 'signed-in', pinSet: false });
    await expect
      .poll(async () => (await desk.handlers['role-changes:list']({ which: 'all', before: null, limit: 50 })).rows[0])
      .toMatchObject({ userId, state: 'confirmed' });
  });

  it('signs out after ten wrong PINs, and says why', async () => {
    let jump = 0;
    const { systemClock } = await import('../../../electron/ports/clock.ts');
    const desk = await deskFor({ clock: { ...systemClock, monotonic: () => systemClock.monotonic() + jump } });
    await desk.signIn();
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    await desk.handlers['sign-in:lock']({});
    const codes: unknown[] = [];
    for (let guess = 0; guess < 10; guess += 1) {
      jump += 300_000;
      await Promise.resolve(desk.handlers['sign-in:unlock']({ pin: '1111' })).catch((error: { code?: unknown }) =>
        codes.push(error.code),
      );
    }
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 'pin-wrong'), 'pin-too-often']);
    expect(await desk.state()).toMatchObject({ kind: 'signed-out', notice: 'pin-too-often' });
  });

  it('locks itself when nobody touches it, in memory too where there is no keyring', async () => {
    const cipher = createFakeCipher();
    cipher.strength = 'weak';
    let idle = 0;
    const desk = await deskFor({ cipher, idleMs: () => idle });
    await desk.signIn();
    await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
    idle = 15 * 60_000;
    desk.session.wakeUp();
    expect(await desk.state()).toMatchObject({ kind: 'locked', because: 'idle' });
    await desk.handlers['sign-in:unlock']({ pin: '2468' });
    expect((await desk.state()).kind).toBe('signed-in');
  });
});
