/** A laptop whose clock is wrong by hours, either way, or is set right in the middle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../electron/ports/clock.ts';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { startService, type TestService } from '../../support/service.ts';
import { createFakeCipher } from '../../support/sign-in/fakes.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

const hour = 3_600_000;
let service: TestService;
let folder: string;
let shift = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + shift };
const desks: WholeDesk[] = [];
let refreshes = 0;
const transport: HttpTransport = (request) => {
  if (request.body?.includes('grant_type=refresh_token') === true) refreshes += 1;
  return nodeHttpTransport(request);
};

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shift = 0;
  refreshes = 0;
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-clock-'));
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const cipher = createFakeCipher();
/** The operator's own token opens everything here, so that its end is what is looked at. */
async function deskFor(): Promise<WholeDesk> {
  const desk = await openWholeDesk({ service, folder, application: 1, clock, transport, cipher });
  desks.push(desk);
  return desk;
}

/** Somebody is opened, and the service is asked about them with the token of that moment. */
async function reads(desk: WholeDesk): Promise<void> {
  await desk.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  const { hits } = await desk.handlers['directory:search']({ query: 'a', limit: 50, loose: false });
  const [hit] = hits;
  if (hit === undefined) throw new Error('Nobody is here.');
  const since = desk.events.length;
  await desk.handlers['directory:open']({ userId: hit.userId });
  await expect
    .poll(() => desk.events.slice(since).filter(({ name }) => name === 'directory:person-changed'), { timeout: 10_000 })
    .toContainEqual(
      expect.objectContaining({
        payload: expect.objectContaining({ notFreshBecause: null, freshAt: expect.any(Number) }),
      }),
    );
  await desk.handlers['directory:close']({});
}

describe.each([
  ['six hours behind', -6 * hour],
  ['six hours ahead', 6 * hour],
  ['three years behind', -3 * 365 * 24 * hour],
])('a clock that is %s', (_what, by) => {
  it('signs in, reads, and stays signed in over a restart, without renewing for nothing', async () => {
    shift = by;
    const desk = await deskFor();
    await desk.signIn('lead');
    await reads(desk);
    await desk.close();
    desks.pop();
    const again = await deskFor();
    expect((await again.state()).kind).toBe('signed-in');
    await reads(again);
    expect(refreshes).toBe(0);
  });

  it('is set right while the browser is open, and while somebody is signed in', async () => {
    const desk = await deskFor();
    shift = by;
    await desk.signIn('lead');
    shift = 0;
    await reads(desk);
    shift = by;
    await reads(desk);
    expect((await desk.state()).kind).toBe('signed-in');
    // Ahead it looks run out and is renewed; behind it is used as it is. Never more than once for one change.
    expect(refreshes).toBeLessThanOrEqual(2);
  });

  it('renews what the service says has run out, whatever the clock says', async () => {
    shift = by;
    const desk = await deskFor();
    await desk.signIn('lead');
    await service.database
      .updateTable('access_token')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    await reads(desk);
    expect(refreshes).toBe(1);
    expect((await desk.state()).kind).toBe('signed-in');
  });
});
