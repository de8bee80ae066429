/**
 * A shift: six desks check people in against the real service, over a network that loses two requests and two replies in
 * a hundred and goes away three times. Nothing is lost or doubled, the queues are empty at the end, memory is level.
 *
 * A short shift by default; `ROLECALL_SHIFT=20000 npx vitest run --project integration test/faults/shift.test.ts` is the
 * full form, and writes the figures. Time is compressed: an outage of five minutes takes five seconds.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeFigures } from '../bench/support/figures.ts';
import { createRandom } from '../bench/support/random.ts';
import { callApi, integrationToken, startService, type TestService } from '../support/service.ts';
import { newFolder } from '../unit/electron/role-changes/support/desk.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { openRealDesk, type RealDesk } from './support/real-desk.ts';

const checkIns = Number(process.env.ROLECALL_SHIFT ?? 300);
const full = process.env.ROLECALL_SHIFT !== undefined;
const seed = Number(process.env.ROLECALL_SHIFT_SEED ?? 11);
const outageMs = full ? 5_000 : 300;
/** People two desks check in at the same time, of each hundred. */
const twicePercent = 2;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapKb = (): number => {
  collectGarbage();
  return Math.round(process.memoryUsage().heapUsed / 1024);
};

let service: TestService;
let proxy: FaultProxy;
beforeAll(async () => {
  service = await startService({ attendees: checkIns });
  proxy = await startFaultProxy(service.url);
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

async function everybody(token: string, filter: object): Promise<string[]> {
  const found: string[] = [];
  let nextPage: string | null = null;
  do {
    const { body } = await callApi(service, token, 'POST', '/api/v0/users/search', {
      limit: 100,
      ...filter,
      ...(nextPage === null ? {} : { nextPage }),
    });
    const page = body as { data: { id: string }[]; nextPage?: string | null };
    found.push(...page.data.map(({ id }) => id));
    nextPage = page.nextPage ?? null;
  } while (nextPage !== null);
  return found;
}

it(
  `six desks, ${checkIns} check-ins, four faults in a hundred, three outages`,
  async () => {
    const random = createRandom(seed);
    const token = await integrationToken(service, 'user:read', 'user:roles:update');
    const { body: roleList } = await callApi(service, token, 'GET', '/api/v0/roles');
    const roles = (roleList as { data: { id: string; name: string }[] }).data;
    const checkedIn = roles.find(({ name }) => name === 'Checked in');
    if (checkedIn === undefined) throw new Error('The demo event has no role for checking in.');
    const already = new Set(await everybody(token, { filter: { roleId: Number(checkedIn.id) } }));
    const people = (await everybody(token, {})).slice(0, checkIns);

    let away = false;
    proxy.fault = () => {
      if (away) return 'lost-request';
      const chance = random();
      return chance < 0.02 ? 'lost-request' : chance < 0.04 ? 'lost-reply' : 'none';
    };
    const desks: RealDesk[] = [];
    for (let index = 0; index < 6; index += 1) {
      desks.push(await openRealDesk({ url: proxy.url, token, roles, journalFolder: await newFolder() }));
    }
    const checkIn = async (desk: RealDesk, userId: string): Promise<void> => {
      await desk.changes.handlers['role-changes:run-recipe']({ userId, recipeId: 'check-in' });
    };

    const startedAt = Date.now();
    const heapAtStart = heapKb();
    let heapHalfway = 0;
    let promised = 0;
    let longestQueue = 0;
    let outages = 0;
    const outagesAt = [0.25, 0.5, 0.75].map((part) => Math.floor(people.length * part));
    const workers = desks.map(async (desk, own) => {
      for (let index = own; index < people.length; index += desks.length) {
        const userId = people[index];
        if (userId === undefined) break;
        await checkIn(desk, userId);
        promised += 1;
        if (random() * 100 < twicePercent) {
          await checkIn(desks[(own + 1) % desks.length] ?? desk, userId);
          promised += 1;
        }
        const queue = desks.reduce((sum, each) => sum + each.changes.unsent(), 0);
        longestQueue = Math.max(longestQueue, queue);
        if (outagesAt.includes(index)) {
          outages += 1;
          away = true;
          setTimeout(() => {
            away = false;
          }, outageMs);
        }
        if (index === outagesAt[1]) heapHalfway = heapKb();
        // People come at the same pace whether the network is there or not: some forty a second in compressed time.
        if (away) await new Promise((resolve) => setTimeout(resolve, 140));
        else if (queue > 50) await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    await Promise.all(workers);
    for (const desk of desks) await desk.untilSent();
    const seconds = (Date.now() - startedAt) / 1000;
    const heapAtEnd = heapKb();

    proxy.fault = () => 'none';
    const held = new Set(await everybody(token, { filter: { roleId: Number(checkedIn.id) } }));
    const lost = people.filter((userId) => !held.has(userId));
    const given = new Map<string, number>();
    for (const { method, userId, status } of proxy.writes) {
      if (method === 'PUT' && status < 300) given.set(userId, (given.get(userId) ?? 0) + 1);
    }
    const doubled = [...given].filter(([userId, times]) => times > 1 || already.has(userId));
    const removed = proxy.writes.filter(({ method }) => method === 'DELETE');
    const states = await Promise.all(desks.map((desk) => desk.changes.handlers['role-changes:read']({})));
    const unsent = states.reduce((sum, { waiting, sending, refused }) => sum + waiting + sending + refused, 0);
    for (const desk of desks) await desk.close();

    const grownHalf = (heapHalfway - heapAtStart) / (promised / 2);
    const grownWhole = (heapAtEnd - heapAtStart) / promised;
    if (full) {
      const note = `six desks, 2 % lost each way, three outages of ${outageMs / 1000} s (five minutes compressed)`;
      await mergeFigures([
        { id: 'shift.check_ins', value: promised, unit: 'check-ins', note },
        { id: 'shift.lost', value: lost.length, unit: 'check-ins', note: 'promised and not held at the end' },
        { id: 'shift.doubled', value: doubled.length, unit: 'people', note: 'given more than once' },
        { id: 'shift.unsent', value: unsent, unit: 'changes', note: 'waiting, sending or refused at the end' },
        { id: 'shift.longest_queue', value: longestQueue, unit: 'changes', note: 'over all desks, during an outage' },
        {
          id: 'shift.heap_kb_per_check_in',
          value: Number(grownWhole.toFixed(2)),
          unit: 'KB',
          note: 'the journal in memory',
        },
        {
          id: 'shift.seconds',
          value: Math.round(seconds),
          unit: 's',
          note: 'from the first click to the last confirmation',
        },
      ]);
    }
    expect({ lost, doubled, removed, unsent }).toEqual({ lost: [], doubled: [], removed: [], unsent: 0 });
    expect(outages).toBe(3);
    expect(longestQueue).toBeGreaterThan(10);
    // What grows is the list of what was done, a little for each; nothing else piles up.
    if (full) expect(grownWhole).toBeLessThan(Math.max(8, grownHalf * 1.5));
  },
  checkIns * 60 + 120_000,
);
