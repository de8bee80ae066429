import { describe, expect, it } from 'vitest';
import { type RushBoardState, rushBoardStateSchema } from '../../../../contract/desk/rush-board.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import type { RushDisplay } from '../../../../electron/ports/rush-display.ts';
import type { ActEntry } from '../../../../electron/role-changes/wish-book.ts';
import { createRushBoard } from '../../../../electron/rush-board/create-rush-board.ts';
import { createRushBoardStore } from '../../../../electron/rush-board/rush-board-store.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const noon = Date.UTC(2026, 7, 14, 12);
const minute = 60_000;
const file = '/c/rush-board.json';

function createDisplay() {
  let state: 'closed' | 'own' = 'closed';
  const listeners = new Set<() => void>();
  const become = (next: typeof state): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const display: RushDisplay = {
    read: () => state,
    show: () => become('own'),
    hide: () => become('closed'),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { display, listeners };
}

function setUp(files = createMemoryFiles(), start = noon) {
  const clock = createHandClock(start);
  const { display, listeners } = createDisplay();
  const published: RushBoardState[] = [];
  const acts: ActEntry[] = [];
  const members = { size: 100, sweptAt: null as number | null };
  let role: string | null = 'checked-in';
  let offline = false;
  let oldestAt: number | null = null;
  const board = createRushBoard({
    conventionName: 'Aurora Con',
    practice: false,
    station: {
      read: () => ({
        name: 'Front desk',
        conventionName: 'Aurora Con',
        primaryRecipe:
          role === null
            ? null
            : { id: 'r', name: 'Check in', changes: [{ roleId: role, wanted: 'held', roleScope: 'convention' }] },
        roles: [],
        allRoles: [{ id: 'checked-in', name: 'Checked in' }] as never,
        checkInRoleId: 'checked-in',
      }),
      subscribe: () => () => {},
    },
    membersOf: () => ({ members: { size: members.size }, sweptAt: members.sweptAt }),
    waitingFor: () => 2,
    actsSince: (since) => acts.filter(({ act }) => act.time >= since).reverse(),
    people: () => 2_000,
    changes: () => ({ waiting: 2, refused: 0, oldestAt }),
    offline: () => offline,
    store: createRushBoardStore(files, file, silentLog),
    display,
    clock,
    publish: (state) => void published.push(rushBoardStateSchema.parse(state)),
  });
  const read = (): RushBoardState => board.handlers['rush-board:read']({}) as RushBoardState;
  const sweep = (size: number): void => {
    members.size = size;
    members.sweptAt = clock.now();
  };
  return {
    board,
    clock,
    display,
    listeners,
    published,
    acts,
    files,
    read,
    sweep,
    setRole: (next: string | null) => {
      role = next;
    },
    setOffline: (value: boolean) => {
      offline = value;
    },
    setOldestAt: (value: number | null) => {
      oldestAt = value;
    },
  };
}

/** A board on which four people came at other desks. */
async function boardWithFour() {
  const desk = setUp();
  desk.sweep(100);
  await desk.board.start();
  await desk.clock.pass(20_000);
  desk.sweep(104);
  await desk.clock.pass(20_000);
  return desk;
}

const arrivals = ({ intervals }: RushBoardState): number =>
  intervals.reduce((sum, { here, elsewhere }) => sum + here + elsewhere, 0);

describe('the rush board', () => {
  it('counts other desks from one fetch of the role to the next', async () => {
    const { board, clock, sweep, read } = setUp();
    sweep(100);
    await board.start();
    await clock.pass(20_000);
    sweep(107);
    await clock.pass(20_000);
    expect(read()).toMatchObject({
      conventionName: 'Aurora Con',
      roleName: 'Checked in',
      checkIn: true,
      checkedIn: { confirmed: 107, waiting: 2 },
      expected: { people: 2_000, from: 'directory' },
      stations: [{ name: null, people: 7 }],
    });
    expect(arrivals(read())).toBe(7);
  });

  it('finds the morning again after a restart, and does not count it twice', async () => {
    const first = await boardWithFour();
    await first.board.dispose();

    const second = setUp(first.files, noon + 10 * minute);
    second.sweep(109);
    await second.board.start();
    expect(arrivals(second.read())).toBe(9);
  });

  it('says how many came while it was closed for long, without a time', async () => {
    const first = setUp();
    first.sweep(100);
    await first.board.start();
    await first.board.dispose();
    const second = setUp(first.files, noon + 600 * minute);
    second.sweep(150);
    await second.board.start();
    expect(second.read().missed).toEqual({ people: 50, from: noon, to: noon + 600 * minute });
    expect(arrivals(second.read())).toBe(0);
  });

  it('counts other desks again once a clock that ran ahead was set right', async () => {
    const first = setUp(createMemoryFiles(), noon + 600 * minute);
    first.sweep(100);
    await first.board.start();
    await first.clock.pass(20_000);
    first.sweep(104);
    await first.clock.pass(20_000);
    await first.board.dispose();

    const second = setUp(first.files);
    second.sweep(110);
    await second.board.start();
    await second.clock.pass(20_000);
    second.sweep(117);
    await second.clock.pass(20_000);
    expect(second.read()).toMatchObject({
      elsewhereSeenAt: noon + 20_000,
      stations: [{ name: null, people: 7 }],
      missed: null,
    });
    // What the wrong clock dated ten hours ahead does not come in ten hours.
    await second.clock.pass(601 * minute);
    expect(arrivals(second.read())).toBe(7);
  });

  it('does not take other desks for seen by a look of a time that has not come', async () => {
    const ahead = setUp(createMemoryFiles(), noon + 60 * minute);
    ahead.sweep(100);
    await ahead.board.start();
    await ahead.board.dispose();

    // Set right, and without network: nothing was fetched since.
    const { board, read } = setUp(ahead.files);
    await board.start();
    expect(read()).toMatchObject({ elsewhereSeenAt: null, lastArrival: { kind: 'none', because: 'not-seen' } });
  });

  it('writes counts and times only, and begins anew where the file is damaged', async () => {
    const { board, clock, sweep, files } = setUp();
    sweep(100);
    await board.start();
    await clock.pass(20_000);
    sweep(103);
    await clock.pass(20_000);
    await board.handlers['rush-board:expect']({ people: 1_500 });
    const text = (await files.read(file)) ?? '';
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['expected', 'roles', 'version']);
    await files.write(file, '{"version":1,"roles":[{"roleId":7}]}');
    const again = setUp(files);
    await again.board.start();
    expect(again.read()).toMatchObject({ intervals: [], expected: { people: 2_000, from: 'directory' } });
  });

  it('goes by the number somebody gave, after a restart too', async () => {
    const first = setUp();
    await first.board.start();
    await first.board.handlers['rush-board:expect']({ people: 1_500 });
    expect(first.read().expected).toEqual({ people: 1_500, from: 'set' });
    const second = setUp(first.files);
    await second.board.start();
    expect(second.read().expected).toEqual({ people: 1_500, from: 'set' });
    await second.board.handlers['rush-board:expect']({ people: null });
    expect(second.read().expected).toEqual({ people: 2_000, from: 'directory' });
  });

  it('loses nothing of the morning to a number that is given before it was read again', async () => {
    const first = await boardWithFour();
    await first.board.handlers['rush-board:expect']({ people: 1_500 });
    await first.board.dispose();

    const second = setUp(first.files, noon + minute);
    await second.board.handlers['rush-board:expect']({ people: null });
    await second.board.start();
    expect(arrivals(second.read())).toBe(4);
    expect(second.read().expected).toEqual({ people: 2_000, from: 'directory' });
    await second.board.dispose();
    const third = setUp(first.files, noon + 2 * minute);
    await third.board.start();
    expect(arrivals(third.read())).toBe(4);
  });

  it('tells a page that comes back of what is again as it was told last', async () => {
    const { board, clock, sweep, published, setOffline } = setUp();
    sweep(100);
    await board.start();
    board.handlers['rush-board:watch']({ watching: true });
    board.changed();
    await clock.pass(2_000);
    expect(published.at(-1)?.offline).toBe(false);
    board.handlers['rush-board:watch']({ watching: false });
    setOffline(true);
    expect(board.handlers['rush-board:watch']({ watching: true })).toMatchObject({ offline: true });
    const before = published.length;
    setOffline(false);
    board.changed();
    await clock.pass(2_000);
    expect(published.slice(before).at(-1)?.offline).toBe(false);
  });

  it('tells of changes only while somebody looks, at most once a second', async () => {
    const { board, clock, sweep, published, setOffline } = setUp();
    sweep(100);
    await board.start();
    board.changed();
    await clock.pass(60_000);
    expect(published).toEqual([]);

    board.handlers['rush-board:watch']({ watching: true });
    for (let change = 0; change < 50; change += 1) {
      setOffline(change % 2 === 0);
      board.changed();
      await clock.pass(100);
    }
    expect(published.length).toBeGreaterThan(0);
    expect(published.length).toBeLessThanOrEqual(6);
    board.handlers['rush-board:watch']({ watching: false });
    await clock.pass(2_000);
    const before = published.length;
    setOffline(true);
    board.changed();
    await clock.pass(60_000);
    expect(published).toHaveLength(before);
  });

  it('moves the running interval on although nothing happens', async () => {
    const { board, clock, sweep, published } = setUp();
    sweep(100);
    await board.start();
    board.handlers['rush-board:watch']({ watching: true });
    await clock.pass(20_000);
    const before = published.length;
    // Nothing new in the same interval: nobody is told.
    await clock.pass(2 * minute);
    expect(published).toHaveLength(before);
    await clock.pass(3 * minute);
    expect(published).toHaveLength(before + 1);
    expect(published.at(-1)?.at).toBeGreaterThanOrEqual(noon + 5 * minute);
  });

  it('tells how long something has waited while it waits', async () => {
    const { board, clock, sweep, published, setOldestAt } = setUp();
    sweep(100);
    await board.start();
    setOldestAt(noon);
    board.handlers['rush-board:watch']({ watching: true });
    await clock.pass(2 * minute);
    expect(published.at(-1)?.at).toBeGreaterThan(noon + 100_000);
  });

  it('keeps telling the wall, and takes it away at the sign-out', async () => {
    const { board, clock, display, listeners, published, sweep } = setUp();
    sweep(100);
    await board.start();
    await board.handlers['rush-board:show']({});
    await clock.pass(100);
    expect(published.at(-1)?.display).toBe('own');
    await clock.pass(1_000);
    sweep(105);
    await clock.pass(20_000);
    expect(published.at(-1)?.checkedIn.confirmed).toBe(105);
    board.stop();
    expect(display.read()).toBe('closed');
    await board.dispose();
    expect(listeners.size).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it('does not begin to count after its end, as where the connection is left before its journal was read', async () => {
    const { board, clock, files, sweep } = setUp();
    sweep(100);
    await board.dispose();
    await board.start();
    await clock.pass(minute);
    expect(clock.waiting).toBe(0);
    expect(files.content.size).toBe(0);
  });

  it('keeps what it knows of a role while the station counts another', async () => {
    const { board, clock, sweep, read, setRole } = setUp();
    sweep(100);
    await board.start();
    await clock.pass(20_000);
    sweep(104);
    await clock.pass(20_000);
    setRole('vendor');
    sweep(9);
    await clock.pass(20_000);
    expect(arrivals(read())).toBe(0);
    setRole('checked-in');
    sweep(106);
    await clock.pass(20_000);
    expect(arrivals(read())).toBe(6);
    setRole(null);
    expect(read()).toMatchObject({ roleName: null, checkIn: false, intervals: [], stations: [] });
  });
});
