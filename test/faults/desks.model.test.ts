/**
 * Three desks on one service with every fault, crashes, changing operators and jumping clocks: whatever happened, when
 * the network is back all of them come to rest on the same state, nothing promised is lost, nothing is written again
 * before it was read, and nothing is called confirmed that the desk did not read.
 *
 * 150 runs by default; `ROLECALL_MODEL_RUNS=10000 npx vitest run test/faults/desks.model.test.ts` is the full form.
 */
import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { ActivityRow } from '../../contract/desk/role-changes.ts';
import type { RoleScope } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../../electron/errors.ts';
import type { RoleChangesOptions } from '../../electron/role-changes/create-role-changes.ts';
import { mergeFigures } from '../bench/support/figures.ts';
import {
  createDesk,
  createManualClock,
  type Desk,
  robin,
  sasha,
  untilQuiet,
} from '../unit/electron/role-changes/support/desk.ts';
import { createFakeService, type FakeService } from '../unit/electron/role-changes/support/fake-client.ts';
import { askedForWhatWasSo, newModelFolder } from './support/model.ts';

const runs = Number(process.env.ROLECALL_MODEL_RUNS ?? 150);
const people = ['u1', 'u2'];
const roleIds = ['staff', 'vendor'];

type FaultName = 'none' | `before:${ErrorCode}` | `after:${ErrorCode}`;
const faultNames: readonly FaultName[] = [
  'before:network-unreachable',
  'after:network-unreachable',
  'before:network-timeout',
  'after:network-timeout',
  'before:network-service-broken',
  'after:network-service-broken',
  'after:service-unexpected-answer',
  'before:network-captive-portal',
  'before:network-rate-limited',
  'before:sign-in-required',
  'before:service-unauthorized',
  'before:network-untrusted-certificate',
];

type Step =
  | {
      readonly kind: 'wish';
      readonly desk: number;
      readonly userId: string;
      readonly roleId: string;
      readonly wanted: 'held' | 'absent';
      readonly roleScope: RoleScope;
    }
  | { readonly kind: 'undo'; readonly desk: number }
  | { readonly kind: 'crash'; readonly desk: number; readonly tear: number }
  | { readonly kind: 'operator'; readonly desk: number; readonly who: 'robin' | 'sasha' }
  | { readonly kind: 'pause' | 'resume'; readonly desk: number }
  | { readonly kind: 'clock'; readonly desk: number; readonly ms: number }
  | { readonly kind: 'time'; readonly ms: number }
  /** The next exchanges go like this, one after the other, whoever makes them. */
  | { readonly kind: 'faults'; readonly faults: readonly FaultName[] };

const desk = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wish' as const),
      desk,
      userId: fc.constantFrom(...people),
      roleId: fc.constantFrom(...roleIds),
      wanted: fc.constantFrom('held' as const, 'absent' as const),
      roleScope: fc.constantFrom(
        'convention' as const,
        'convention' as const,
        'convention' as const,
        'global' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), desk }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('crash' as const), desk, tear: fc.nat(1000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('operator' as const),
      desk,
      who: fc.constantFrom('robin' as const, 'sasha' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const), desk }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      desk,
      ms: fc.integer({ min: -7_200_000, max: 7_200_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(0, 10, 600, 20_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('faults' as const),
      faults: fc.array(fc.constantFrom<FaultName>('none', ...faultNames), { minLength: 1, maxLength: 8 }),
    }),
  },
);

interface Promised {
  readonly actId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly wanted: 'held' | 'absent';
  readonly roleScope: RoleScope;
  readonly operator: string;
  /** Place in the order of everything that happened. */
  readonly at: number;
}

interface Reading {
  readonly at: number;
  readonly roles: ReadonlyMap<string, RoleScope>;
}

/** One of the desks, with what it was promised and what it has read. */
class ModelDesk {
  readonly folder: string;
  readonly promised: Promised[] = [];
  /** When each act was promised first. */
  readonly acts = new Map<string, number>();
  readonly reads = new Map<string, Reading[]>();
  /** Pairs whose last write from this desk nobody knows the outcome of. */
  readonly inDoubt = new Set<string>();
  readonly clock = createManualClock();
  desk: Desk | null = null;
  operator = robin;
  alive: { dead: boolean } = { dead: false };
  durableBytes = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A click that wants what an act on its way wants already is answered with that act: it was promised then, not now. */
  promisedAt(actId: string, now: number): number {
    const at = this.acts.get(actId) ?? now;
    this.acts.set(actId, at);
    return at;
  }

  async journalBytes(): Promise<number> {
    return (await stat(join(this.folder, 'journal-000001.jsonl')).catch(() => ({ size: 0 }))).size;
  }
}

class Model {
  readonly service: FakeService = createFakeService();
  readonly desks: ModelDesk[];
  readonly problems: string[] = [];
  faults: FaultName[] = [];
  now = 0;

  constructor(folders: readonly string[]) {
    this.desks = folders.map((folder) => new ModelDesk(folder));
    this.service.fault = () => {
      const name = this.faults.shift() ?? 'none';
      if (name === 'none') return undefined;
      const [kind, code] = name.split(':') as ['before' | 'after', ErrorCode];
      return { kind, error: new RolecallError(code, 'A fault of the model.') };
    };
    this.service.delay = async () => await new Promise((resolve) => setImmediate(resolve));
  }

  clientOf(owner: ModelDesk): RoleChangesOptions['client'] {
    const life = { dead: false };
    owner.alive = life;
    const { client } = this.service;
    const write = async (pair: string, work: () => Promise<void>): Promise<void> => {
      if (life.dead) throw new Error('The desk is dead.');
      if (owner.inDoubt.has(pair) && !this.wasVain(owner, pair))
        this.problems.push(`written again without reading: ${pair}`);
      owner.inDoubt.add(pair);
      try {
        await work();
        if (!life.dead) owner.inDoubt.delete(pair);
      } catch (error) {
        const known = [
          'network-rate-limited',
          'sign-in-required',
          'service-unauthorized',
          'network-untrusted-certificate',
          'service-already-has-role',
          'service-does-not-have-role',
        ];
        if (!life.dead && error instanceof RolecallError && known.includes(error.code)) owner.inDoubt.delete(pair);
        throw error;
      }
    };
    return {
      listUserRoles: async (userId, options) => {
        if (life.dead) throw new Error('The desk is dead.');
        const asked = this.now;
        const roles = await client.listUserRoles(userId, options);
        if (life.dead) throw new Error('The desk is dead.');
        for (const roleId of roleIds) owner.inDoubt.delete(`${userId}/${roleId}`);
        const readings = owner.reads.get(userId) ?? [];
        readings.push({ at: asked, roles: new Map(roles.map(({ id, scope }) => [id, scope])) });
        owner.reads.set(userId, readings);
        return roles;
      },
      addRole: (userId, roleId, scope, options) =>
        write(`${userId}/${roleId}`, () => client.addRole(userId, roleId, scope, options)),
      removeRole: (userId, roleId, options) =>
        write(`${userId}/${roleId}`, () => client.removeRole(userId, roleId, options)),
    };
  }

  /** Whether the last wish taken off asked for what the service had said before: whatever came of it, nothing changed. */
  wasVain(owner: ModelDesk, pair: string): boolean {
    const takenOff = [...this.running(owner).changes.actsSince(Number.NEGATIVE_INFINITY)]
      .flatMap(({ wishes }) => wishes)
      .filter(({ facts, progress }) => `${facts.userId}/${facts.roleId}` === pair && progress.kind === 'collapsed')
      .sort((one, other) => one.sequence - other.sequence)
      .at(-1);
    return takenOff !== undefined && askedForWhatWasSo(takenOff);
  }

  async open(owner: ModelDesk): Promise<Desk> {
    const opened = await createDesk({ client: this.clientOf(owner), clock: owner.clock, journalFolder: owner.folder });
    opened.operator = owner.operator;
    owner.desk = opened;
    return opened;
  }

  async perform(step: Step): Promise<void> {
    this.now += 1;
    switch (step.kind) {
      case 'wish': {
        const owner = this.deskAt(step.desk);
        const operator = owner.operator.label;
        const { actId } = await this.running(owner).wish(step.userId, step.roleId, step.wanted, step.roleScope);
        owner.promised.push({ ...step, actId, operator, at: owner.promisedAt(actId, this.now) });
        owner.durableBytes = await owner.journalBytes();
        return;
      }
      case 'undo': {
        const owner = this.deskAt(step.desk);
        const undone = this.running(owner).changes.handlers['role-changes:undo']({});
        await Promise.resolve(undone).then(
          async ({ actId }) => {
            owner.promisedAt(actId, this.now);
            owner.durableBytes = await owner.journalBytes();
            // What an undo wants depends on what was undone; the pair is judged by its rows alone.
            this.undoing.add(owner);
          },
          (error: unknown) => {
            if (!(error instanceof RolecallError) || error.code !== 'wish-not-known') throw error;
          },
        );
        return;
      }
      case 'crash': {
        const owner = this.deskAt(step.desk);
        owner.alive.dead = true;
        await this.running(owner).changes.dispose();
        // What was written but not promised may be lost in part.
        const bytes = await owner.journalBytes();
        const keep = owner.durableBytes + Math.round(((bytes - owner.durableBytes) * step.tear) / 1000);
        if (keep < bytes) await truncate(join(owner.folder, 'journal-000001.jsonl'), keep);
        owner.durableBytes = Math.min(owner.durableBytes, keep);
        await this.open(owner);
        return;
      }
      case 'operator': {
        const owner = this.deskAt(step.desk);
        owner.operator = step.who === 'robin' ? robin : sasha;
        const running = this.running(owner);
        running.operator = owner.operator;
        running.changes.resume();
        return;
      }
      case 'pause':
        this.running(this.deskAt(step.desk)).changes.pause('model');
        return;
      case 'resume':
        this.running(this.deskAt(step.desk)).changes.resume();
        return;
      case 'clock':
        this.deskAt(step.desk).clock.jump(step.ms);
        return;
      case 'time':
        for (const owner of this.desks) await this.running(owner).settle(step.ms);
        return;
      case 'faults':
        this.faults = [...step.faults];
        return;
    }
  }

  readonly undoing = new Set<ModelDesk>();

  deskAt(index: number): ModelDesk {
    const owner = this.desks[index];
    if (owner === undefined) throw new Error('There are three desks.');
    return owner;
  }

  running(owner: ModelDesk): Desk {
    if (owner.desk === null) throw new Error('The desk was not opened.');
    return owner.desk;
  }

  /** The network is back, everybody goes on. */
  async rest(): Promise<void> {
    this.faults = [];
    for (const owner of this.desks) this.running(owner).changes.resume();
    for (let round = 0; round < 40; round += 1) {
      for (const owner of this.desks) await this.running(owner).settle(15_000);
      if (this.desks.every((owner) => this.running(owner).changes.unsent() === 0)) return;
    }
    this.problems.push('does not come to rest');
  }
}

async function allRows(running: Desk): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = [];
  for (let before: number | null = null; ; ) {
    const page: { rows: ActivityRow[]; more: boolean } = await running.changes.handlers['role-changes:list']({
      which: 'all',
      before,
      limit: 50,
    });
    rows.push(...page.rows);
    if (!page.more) return rows;
    before = page.rows.at(-1)?.sequence ?? null;
  }
}

function isSo(wanted: 'held' | 'absent', roleScope: RoleScope, held: RoleScope | undefined): boolean {
  if (wanted === 'held') return roleScope === 'global' ? held === 'global' : held !== undefined;
  // A click for the convention leaves alone what is held for all.
  return held === undefined || (roleScope === 'convention' && held === 'global');
}

async function check(model: Model): Promise<void> {
  expect(model.problems).toEqual([]);
  for (const owner of model.desks) {
    const running = model.running(owner);
    const rows = await allRows(running);
    const names = (await readdir(owner.folder)).filter((name) => /^journal-\d+\.jsonl$/.test(name));
    const journal = (await Promise.all(names.map((name) => readFile(join(owner.folder, name), 'utf8')))).join('');
    for (const actId of owner.acts.keys()) expect(journal, 'a promised act is in the journal').toContain(actId);
    for (const promised of owner.promised) {
      const row = rows.find(({ actId }) => actId === promised.actId);
      if (row === undefined) continue;
      expect(['confirmed', 'refused', 'undone']).toContain(row.state);
    }
    // Nothing is called confirmed that this desk did not read after it was asked for.
    for (const row of rows) {
      const promised = owner.promised.find(({ actId }) => actId === row.actId);
      if (row.confirmedAt === null || promised === undefined) continue;
      const readings = (owner.reads.get(row.userId) ?? []).filter(({ at }) => at >= promised.at);
      expect(
        readings.some(({ roles }) => isSo(row.wanted, row.roleScope, roles.get(row.roleId))),
        'a confirmation stands on a reading',
      ).toBe(true);
    }
  }
  // What only one desk ever touched is as its last wish wants it, unless the service refused.
  for (const userId of people) {
    for (const roleId of roleIds) {
      const held = model.service.held.get(`${userId}/${roleId}`);
      const owners = model.desks.filter(({ promised }) =>
        promised.some((each) => each.userId === userId && each.roleId === roleId),
      );
      if (owners.some((owner) => model.undoing.has(owner))) continue;
      const lasts = owners.map(({ promised }) =>
        promised.findLast((each) => each.userId === userId && each.roleId === roleId),
      );
      if (lasts.length === 0) {
        expect(held).toBeUndefined();
        continue;
      }
      expect(
        lasts.some((last) => last !== undefined && isSo(last.wanted, last.roleScope, held)),
        `${userId}/${roleId} ends as a last wish wants it`,
      ).toBe(true);
    }
  }
}

it(
  `three desks converge over ${runs} runs`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const folders = await Promise.all([0, 1, 2].map(() => newModelFolder()));
        const model = new Model(folders);
        try {
          for (const owner of model.desks) await model.open(owner);
          for (const each of steps) await model.perform(each);
          await untilQuiet();
          await model.rest();
          await check(model);
        } finally {
          for (const owner of model.desks) await owner.desk?.changes.dispose();
          for (const folder of folders) await rm(folder, { recursive: true, force: true });
        }
      }),
      {
        numRuns: runs,
        ...(process.env.ROLECALL_MODEL_SEED === undefined ? {} : { seed: Number(process.env.ROLECALL_MODEL_SEED) }),
      },
    );
    if (process.env.ROLECALL_MODEL_RUNS !== undefined) {
      await mergeFigures([
        {
          id: 'model.runs',
          value: runs,
          unit: 'runs',
          note: 'three desks, every fault, crashes, operators, clock jumps; no counter-example',
        },
      ]);
    }
  },
  runs * 2_000 + 60_000,
);
