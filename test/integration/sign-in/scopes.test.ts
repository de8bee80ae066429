/** An application, or a sign-in, that is given fewer OAuth scopes than the desk needs, and then all of them again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { changeApplication } from '../../../service/administration/applications.ts';
import { applicationAt, startService, type TestService } from '../../support/service.ts';
import { openWholeDesk, type WholeDesk, type WholeDeskOptions } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
const desks: WholeDesk[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-scopes-'));
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await allow(['user:read', 'user:roles:update']);
  await rm(folder, { recursive: true, force: true });
});

async function deskFor(more: Partial<WholeDeskOptions> = {}): Promise<WholeDesk> {
  const desk = await openWholeDesk({ service, folder, ...more });
  desks.push(desk);
  return desk;
}

const mayChange = (desk: WholeDesk): Promise<unknown> =>
  desk.state().then((state) => (state.kind === 'signed-in' ? state.mayChangeRoles : state.kind));

/** The administrator decides what the application may have by itself. */
const allow = (integrationScopes: string[]) =>
  changeApplication(service.database, applicationAt(service, 0).clientId, {
    name: undefined,
    redirectUris: undefined,
    oboScopes: undefined,
    integrationScopes,
  });

async function somebody(desk: WholeDesk) {
  await desk.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  const { primaryRecipe } = await desk.until('stations:changed', (station) => station.primaryRecipe !== null);
  const { hits } = await desk.handlers['directory:search']({ query: 'a', limit: 50, loose: false });
  const [hit] = hits;
  if (hit === undefined || primaryRecipe === null) throw new Error('Nobody to check in.');
  return { userId: hit.userId, recipeId: primaryRecipe.id };
}

it('reads only while the application may not change roles, keeps what was asked for, and recovers with the next sign-in', async () => {
  await allow(['user:read']);
  const desk = await deskFor();
  await desk.signIn();
  // Said before anybody tries.
  await expect.poll(() => mayChange(desk)).toBe(false);
  const { userId, recipeId } = await somebody(desk);
  expect(await desk.state()).toMatchObject({ kind: 'signed-in', mayRead: true });
  await desk.handlers['role-changes:run-recipe']({ userId, recipeId });

  await allow(['user:read', 'user:roles:update']);
  // Changing the scopes ended every token; the desk asks calmly for a new sign-in or is given one.
  await desk.handlers['sign-in:sign-out']({});
  expect(await desk.handlers['role-changes:read']({})).toMatchObject({ waiting: 1, refused: 0 });
  await desk.signIn();
  await expect.poll(() => mayChange(desk)).toBe(true);
  await expect
    .poll(async () => (await desk.handlers['role-changes:read']({})).lastAct?.state, { timeout: 20_000 })
    .toBe('confirmed');
});

it('says that it may not look people up where reading was taken away, and still changes roles after it came back', async () => {
  await allow(['user:roles:update']);
  const desk = await deskFor();
  await desk.signIn();
  await desk.until('sign-in:changed', (state) => state.kind === 'signed-in' && !state.mayRead);
  await allow(['user:read', 'user:roles:update']);
  await desk.handlers['sign-in:sign-out']({});
  await desk.signIn();
  await somebody(desk);
  expect(await desk.state()).toMatchObject({ kind: 'signed-in', mayRead: true, mayChangeRoles: true });
});

/** A service that grants less than it was asked for, as RFC 6749 3.3 lets it. */
function granting(scope: () => string | null): HttpTransport {
  return async (request) => {
    const answer = await nodeHttpTransport(request);
    const granted = scope();
    if (granted === null || !request.url.endsWith('/oauth/token')) return answer;
    return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), scope: granted }) };
  };
}

it.each(['automatic', 'operator'] as const)(
  'goes by what the sign-in was really granted (%s), and by the next one again',
  async (dataAccess) => {
    let scope: string | null = 'pii:basic user:read';
    const desk = await deskFor({
      application: 1,
      connection: { dataAccess },
      transport: granting(() => scope),
    });
    await desk.signIn('lead');
    await expect.poll(() => mayChange(desk)).toBe(false);
    expect(await desk.state()).toMatchObject({ mayRead: true });
    const { userId, recipeId } = await somebody(desk);
    scope = null;
    await desk.handlers['sign-in:sign-out']({});
    await desk.signIn('lead');
    await expect.poll(() => mayChange(desk)).toBe(true);
    await desk.handlers['role-changes:run-recipe']({ userId, recipeId });
    await expect
      .poll(async () => (await desk.handlers['role-changes:read']({})).lastAct?.state, { timeout: 20_000 })
      .toBe('confirmed');
  },
);
