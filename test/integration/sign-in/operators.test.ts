/** Two operators at one desk, one after the other (checklist B82): nothing of the first is left but what they did. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { operatorNamed, startService, type TestService } from '../../support/service.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
let desk: WholeDesk | null = null;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-operators-'));
});
afterEach(async () => {
  await desk?.close();
  desk = null;
  await rm(folder, { recursive: true, force: true });
});

it('forgets people, the open person and what can be undone; keeps the queue and says who did what', async () => {
  let offline = false;
  desk = await openWholeDesk({
    service,
    folder,
    transport: (request) => nodeHttpTransport(offline ? { ...request, url: 'http://127.0.0.1:9/' } : request),
  });
  const { handlers } = desk;
  const labelOf = async (): Promise<string> => {
    const state = await handlers['sign-in:read']({});
    return state.kind === 'signed-in' ? state.operator.label : state.kind;
  };
  await desk.signIn('desk');
  const first = await labelOf();
  await desk.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  const { primaryRecipe } = await desk.until('stations:changed', (station) => station.primaryRecipe !== null);
  const { hits } = await handlers['directory:search']({ query: 'a', limit: 50, loose: false });
  const [one, two] = hits;
  if (one === undefined || two === undefined || primaryRecipe === null) throw new Error('Nobody to check in.');
  await handlers['directory:open']({ userId: one.userId });
  offline = true;
  await handlers['role-changes:run-recipe']({ userId: one.userId, recipeId: primaryRecipe.id });
  expect((await handlers['role-changes:read']({})).lastAct).toMatchObject({ undoable: true });

  await handlers['sign-in:sign-out']({});
  expect(await handlers['role-changes:read']({})).toMatchObject({ waiting: 1, lastAct: null });
  expect(await handlers['directory:search']({ query: 'a', limit: 50, loose: false })).toMatchObject({
    hits: [],
  });
  const since = desk.events.length;

  offline = false;
  await desk.signIn('lead');
  const second = await labelOf();
  expect(second).not.toBe(first);
  expect(operatorNamed(service, 'lead').email).not.toBe(operatorNamed(service, 'desk').email);
  // What the first one did is sent, is not in the second one's bar, and can't be undone from it by habit.
  await expect
    .poll(() => handlers['role-changes:read']({}), { timeout: 20_000 })
    .toMatchObject({ waiting: 0, sending: 0 });
  expect((await handlers['role-changes:read']({})).lastAct).toBeNull();
  await expect(Promise.resolve(handlers['role-changes:undo']({}))).rejects.toMatchObject({ code: 'wish-not-known' });
  expect(desk.events.slice(since).filter(({ name }) => name === 'directory:person-changed')).toEqual([]);

  await handlers['role-changes:run-recipe']({ userId: two.userId, recipeId: primaryRecipe.id });
  await expect
    .poll(async () => (await handlers['role-changes:read']({})).lastAct?.state, { timeout: 20_000 })
    .toBe('confirmed');
  const { rows } = await handlers['role-changes:list']({ which: 'all', before: null, limit: 50 });
  expect(rows.map(({ userId, operator, state }) => [userId, operator, state]).sort()).toEqual(
    [
      [one.userId, first, 'confirmed'],
      [two.userId, second, 'confirmed'],
    ].sort(),
  );
});
