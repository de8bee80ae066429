/**
 * A desk in a process of its own, to be killed. It wishes without a pause and says on standard output what it was
 * promised: `ready`, `asked N`, `promised N actId`. With `finish` it only delivers what is left, prints every row and ends.
 */
import type { ActivityRow } from '../../../contract/desk/role-changes.ts';
import { createRandom, pick } from '../../bench/support/random.ts';
import { openRealDesk } from './real-desk.ts';

export interface DeskOrders {
  readonly url: string;
  readonly token: string;
  readonly journalFolder: string;
  readonly userIds: readonly string[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly seed: number;
  readonly finish: boolean;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const orders = JSON.parse(process.env.ROLECALL_TEST_ORDERS ?? '') as DeskOrders;
const random = createRandom(orders.seed);
const desk = await openRealDesk({ ...orders, more: { fileBytes: 100_000 } });
say('ready');

if (orders.finish) {
  await desk.untilSent();
  const rows: ActivityRow[] = [];
  let before: number | null = null;
  for (;;) {
    const page: { rows: ActivityRow[]; more: boolean } = await desk.changes.handlers['role-changes:list']({
      which: 'all',
      before,
      limit: 50,
    });
    rows.push(...page.rows);
    if (!page.more) break;
    before = page.rows.at(-1)?.sequence ?? null;
  }
  await desk.close();
  say(JSON.stringify(rows));
} else {
  for (let number = 0; ; number += 1) {
    const userId = pick(random, orders.userIds);
    const roleId = pick(random, orders.roles).id;
    // Always the opposite of what the desk shows, so that a write which finds its work done was sent twice.
    const shown = desk.changes.overlay.of(userId).get(roleId)?.wanted ?? 'absent';
    const wanted = shown === 'held' ? 'absent' : 'held';
    say(`asked ${number} ${userId} ${roleId} ${wanted}`);
    const { actId } = await desk.wish(userId, roleId, wanted);
    say(`promised ${number} ${actId}`);
    await new Promise((resolve) => setTimeout(resolve, random() * 8));
  }
}
