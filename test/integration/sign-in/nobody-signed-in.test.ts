import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { paths } from '../../../contract/registration-api/endpoints.ts';
import { snapshotName } from '../../../electron/directory/snapshot.ts';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { startService, type TestService } from '../../support/service.ts';
import { createFakeCipher } from '../../support/sign-in/fakes.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
const desks: WholeDesk[] = [];
const cipher = createFakeCipher();
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-nobody-'));
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await rm(folder, { recursive: true, force: true });
});

async function deskWith(transport: HttpTransport): Promise<WholeDesk> {
  const desk = await openWholeDesk({ service, folder, cipher, transport });
  desks.push(desk);
  return desk;
}

/** Everything comes through but people. */
const withoutPeople: HttpTransport = (request) =>
  new URL(request.url).pathname.endsWith(paths.searchUsers) ? new Promise(() => {}) : nodeHttpTransport(request);

it('a start that finds nobody signed in keeps nobody of the snapshot it read meanwhile', async () => {
  const first = await deskWith(nodeHttpTransport);
  await first.signIn();
  await first.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  // Closing writes what is known; signing out ends a writing that is under way.
  await first.close();
  const second = await deskWith(nodeHttpTransport);
  expect(await second.state()).toMatchObject({ kind: 'signed-in' });
  await second.handlers['sign-in:sign-out']({});
  await second.close();
  desks.length = 0;

  const next = await deskWith(withoutPeople);
  expect(await next.state()).toMatchObject({ kind: 'signed-out' });
  // Whoever is found after this was read at the start.
  await rm(path.join(folder, snapshotName));
  await next.signIn();
  await next.until('stations:changed', ({ primaryRecipe }) => primaryRecipe !== null);
  expect(await next.handlers['directory:read']({})).toMatchObject({ people: 0 });
});
