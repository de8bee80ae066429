/** The directory against the service: everybody swept, found, opened; another desk's change seen; faults waited out. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventPayload } from '../../../contract/desk/channel-map.ts';
import { createDirectory, type Directory } from '../../../electron/directory/create-directory.ts';
import { systemClock } from '../../../electron/ports/clock.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import {
  type CreatedRegistrationClient,
  createRegistrationClient,
} from '../../../electron/registration/create-registration-client.ts';
import { fixedTokens } from '../../faults/support/real-desk.ts';
import {
  createMadeUpOverlay,
  createMadeUpSettings,
  createMadeUpStation,
} from '../../support/directory/made-up-directory.ts';
import { integrationToken, setFaults, startService, type TestService } from '../../support/service.ts';

let service: TestService;
let client: CreatedRegistrationClient;
beforeAll(async () => {
  service = await startService({ attendees: 430, faults: true });
  const read = await integrationToken(service, 'user:read');
  const update = await integrationToken(service, 'user:roles:update');
  client = createRegistrationClient({
    transport: nodeHttpTransport,
    baseUrl: new URL(service.url),
    accessTokens: fixedTokens((oauthScope) => (oauthScope === 'user:read' ? read : update)),
    clock: systemClock,
    log: silentLog,
    report: () => {},
  });
});
afterAll(async () => {
  client?.dispose();
  await service?.stop();
});

type Wanted = (state: EventPayload<'directory:changed'>) => boolean;

/** A directory on the real service whose events can be awaited. */
async function desk(shownRoles = 3) {
  const allRoles = await client.listRoles({ priority: 'interactive' });
  const changed: { readonly wanted: Wanted; readonly resolve: () => void }[] = [];
  const seen: {
    readonly wanted: (view: EventPayload<'directory:person-changed'>) => boolean;
    readonly resolve: () => void;
  }[] = [];
  const directory: Directory = createDirectory({
    client,
    clock: systemClock,
    log: silentLog,
    publish: (name, payload) => {
      if (name === 'directory:changed') {
        const state = payload as EventPayload<'directory:changed'>;
        for (const waiter of changed) if (waiter.wanted(state)) waiter.resolve();
      }
      if (name === 'directory:person-changed') {
        const view = payload as EventPayload<'directory:person-changed'>;
        for (const waiter of seen) if (waiter.wanted(view)) waiter.resolve();
      }
    },
    station: createMadeUpStation({ primaryRecipe: null, roles: allRoles.slice(0, shownRoles), allRoles }),
    overlay: createMadeUpOverlay(),
    settings: createMadeUpSettings(),
    budget: () => client.budget(),
    random: () => 0,
    intervals: { openPersonMs: 50, rolesMs: 50 },
  });
  const until = (wanted: Wanted) => new Promise<void>((resolve) => changed.push({ wanted, resolve }));
  const untilSeen = (wanted: (view: EventPayload<'directory:person-changed'>) => boolean) =>
    new Promise<void>((resolve) => seen.push({ wanted, resolve }));
  return { directory, until, untilSeen, roles: allRoles.slice(0, shownRoles) };
}

async function everybody(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let nextPage: string | null = null; ; ) {
    const page = await client.searchUsers({ nextPage }, { priority: 'interactive' });
    ids.push(...page.users.map(({ id }) => id));
    if (page.nextPage === null) return ids;
    nextPage = page.nextPage;
  }
}

it('sweeps everybody, finds each of them by name, and shows what another desk did', async () => {
  const { directory, until, untilSeen, roles } = await desk();
  const complete = until(({ upToDateAt, sweep }) => upToDateAt !== null && sweep === null);
  directory.start();
  await complete;
  const ids = await everybody();
  expect(await directory.handlers['directory:read']({})).toMatchObject({ people: ids.length, problem: null });
  for (const id of ids) {
    const name = directory.displayNameOf(id);
    expect(name).not.toBeNull();
    const { hits } = await directory.handlers['directory:search']({
      query: name ?? '',
      limit: 50,
      loose: false,
    });
    expect(
      hits.map(({ userId }) => userId),
      String(name),
    ).toContain(id);
  }

  const [userId = ''] = ids;
  const [role] = roles;
  const roleId = role?.id ?? '';
  await directory.handlers['directory:open']({ userId });
  const held = directory.serviceRoles.of(userId).has(roleId);
  const told = untilSeen((view) => view.roles[0]?.held === !held && view.freshAt !== null);
  const options = { priority: 'interactive' } as const;
  if (held) await client.removeRole(userId, roleId, options);
  else await client.addRole(userId, roleId, 'convention', options);
  await told;
  directory.dispose();
});

it('waits out errors, cut connections, half answers and rate limits, and loses nobody', async () => {
  // Without roles to sweep, every fault meets the sweep of people.
  const { directory, until } = await desk(0);
  await setFaults(service, {
    rules: [
      { endpoint: 'searchUsers', kind: 'error-before-write', times: 1 },
      { endpoint: 'searchUsers', kind: 'reset', times: 1 },
      { endpoint: 'searchUsers', kind: 'truncated-json', times: 1 },
      { endpoint: 'searchUsers', kind: 'rate-limited', retryAfterSeconds: 1, times: 1 },
    ],
  });
  const complete = until(({ upToDateAt, sweep }) => upToDateAt !== null && sweep === null);
  directory.start();
  await complete;
  await setFaults(service, { rules: [] });
  expect(await directory.handlers['directory:read']({})).toMatchObject({
    people: (await everybody()).length,
    problem: null,
  });
  directory.dispose();
});
