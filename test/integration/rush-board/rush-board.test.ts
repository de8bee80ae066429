import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RushDisplay } from '../../../electron/ports/rush-display.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
let desk: WholeDesk;
let shown: boolean;
const rushDisplay: RushDisplay = {
  read: () => (shown ? 'own' : 'closed'),
  show: () => {
    shown = true;
  },
  hide: () => {
    shown = false;
  },
  subscribe: () => () => undefined,
};

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shown = false;
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-rush-'));
  desk = await openWholeDesk({ service, folder, rushDisplay });
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

/** Signed in, with the people and the role's members here. */
async function working() {
  await desk.signIn();
  await desk.until('directory:changed', ({ people, upToDateAt }) => people > 0 && upToDateAt !== null);
  const station = await desk.until(
    'stations:changed',
    ({ primaryRecipe, done }) => primaryRecipe !== null && done.confirmed > 0,
  );
  const { hits } = await desk.handlers['directory:search']({ query: 'a', limit: 50, loose: false });
  const free = hits.filter(({ primary }) => primary?.held === false);
  if (station.primaryRecipe === null) throw new Error('Nothing to check in with.');
  return { hits, free, recipeId: station.primaryRecipe.id };
}

it('counts what this desk does as it is done, and tells and keeps nobody’s name or id', async () => {
  const { hits, free, recipeId } = await working();
  const before = await desk.handlers['rush-board:watch']({ watching: true });
  expect(before).toMatchObject({ roleName: 'Checked in', practice: false, conventionName: 'Test' });
  const [one, other] = free;
  if (one === undefined || other === undefined) throw new Error('Nobody to check in.');
  await desk.handlers['role-changes:run-recipe']({ userId: one.userId, recipeId });
  await desk.handlers['role-changes:run-recipe']({ userId: other.userId, recipeId });
  const board = await desk.until(
    'rush-board:changed',
    ({ checkedIn, changes }) => checkedIn.confirmed === before.checkedIn.confirmed + 2 && changes.waiting === 0,
  );
  expect(board.intervals.reduce((sum, { here }) => sum + here, 0)).toBe(2);
  expect(board.stations).toContainEqual({ name: 'Front desk', people: 2 });
  await desk.handlers['role-changes:undo']({});
  await expect
    .poll(async () => (await desk.handlers['rush-board:read']({})).checkedIn.confirmed)
    .toBe(board.checkedIn.confirmed - 1);
  expect((await desk.handlers['rush-board:read']({})).stations).toContainEqual({ name: 'Front desk', people: 1 });

  await desk.handlers['rush-board:expect']({ people: 500 });
  const kept = await readFile(path.join(folder, 'rush-board.json'), 'utf8');
  const said = desk.events
    .filter(({ name }) => name === 'rush-board:changed')
    .map(({ payload }) => JSON.stringify(payload));
  expect(said.length).toBeGreaterThan(0);
  for (const { userId, displayName } of hits) {
    for (const text of [kept, ...said]) {
      expect(text).not.toContain(displayName.text);
      expect(text).not.toContain(`"${userId}"`);
    }
  }
});

it('goes on while the desk is locked, and comes off the wall at the sign-out', async () => {
  await working();
  desk.session.showRushBoard();
  expect(shown).toBe(true);
  // Without a PIN there would be nothing to open it with.
  desk.session.fallAsleep();
  expect((await desk.state()).kind).toBe('signed-in');
  await desk.handlers['sign-in:set-pin']({ pin: '2468', currentPin: null });
  desk.session.fallAsleep();
  await desk.until('sign-in:changed', ({ kind }) => kind === 'locked');
  expect(shown).toBe(true);
  expect((await desk.handlers['rush-board:read']({})).checkedIn.confirmed).toBeGreaterThan(0);
  await desk.handlers['sign-in:sign-out']({});
  expect(shown).toBe(false);
  desk.session.showRushBoard();
  expect(shown).toBe(false);
});
