/** R21 (pretix/pretixscan-ios#34): offline was judged by other rules than online. */
import { expect, it } from 'vitest';
import type { RoleScope } from '../../contract/registration-api/resources.ts';
import { createDesk } from '../unit/electron/role-changes/support/desk.ts';
import { createFakeService } from '../unit/electron/role-changes/support/fake-client.ts';

const before: readonly (RoleScope | null)[] = [null, 'convention', 'global'];
const asks = [
  ['held', 'convention'],
  ['held', 'global'],
  ['absent', 'convention'],
  ['absent', 'global'],
] as const;

async function outcomeOf(held: RoleScope | null, ask: (typeof asks)[number], way: 'online' | 'offline' | 'restarted') {
  const service = createFakeService();
  if (held !== null) service.held.set('u1/staff', held);
  let desk = await createDesk({ client: service.client });
  if (way !== 'online') desk.changes.pause('offline');
  await desk.wish('u1', 'staff', ask[0], ask[1]);
  if (way === 'restarted') {
    await desk.changes.dispose();
    desk = await createDesk({ client: service.client, journalFolder: desk.journalFolder });
  }
  desk.changes.resume();
  await desk.settle(60_000);
  const [row] = await desk.rows();
  await desk.changes.dispose();
  return { held: service.held.get('u1/staff') ?? null, state: row?.state, code: row?.refusal?.code ?? null };
}

it.each(before.flatMap((held) => asks.map((ask) => [held, ...ask] as const)))(
  'with %s before, wanting %s for %s ends alike online, offline and after a restart',
  async (held, wanted, roleScope) => {
    const ask = asks.find(([one, other]) => one === wanted && other === roleScope) ?? asks[0];
    const online = await outcomeOf(held, ask, 'online');
    expect(await outcomeOf(held, ask, 'offline')).toEqual(online);
    expect(await outcomeOf(held, ask, 'restarted')).toEqual(online);
  },
);
