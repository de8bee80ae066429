import { describe, expect, it, vi } from 'vitest';
import type { ScanResult } from '../../../../contract/desk/directory.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import { createProgram } from '../../../../renderer/bridge.ts';
import { createApp } from '../../../../renderer/state/app.ts';
import { createThemeChoice } from '../../../../renderer/state/theme.ts';
import { type Answers, createFakeBridge, no, ok } from '../../../gallery/fake-bridge.ts';
import * as madeUp from '../../../gallery/made-up.ts';

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

async function atTheDesk(answers: Answers = {}) {
  const fake = createFakeBridge({
    'directory:open': ({ userId }) => ok(madeUp.view(userId)),
    ...answers,
  });
  const app = createApp(
    createProgram(fake.bridge),
    createThemeChoice({ read: () => null, write: () => undefined }, () => undefined),
  );
  const stop = app.start();
  await settled();
  const focused: boolean[] = [];
  app.desk.onFocusWanted((select) => focused.push(select));
  const asked = (name: string) => fake.asked.filter((request) => request.name === name).map(({ input }) => input);
  return { app, fake, stop, focused, asked, open: () => app.person.store.getState() };
}

/** Answers scans by hand, in any order. */
function heldScans() {
  const held: ((hits: ReturnType<typeof madeUp.hit>[]) => Promise<void>)[] = [];
  const answers: Answers = {
    'directory:scan': ({ text }) =>
      new Promise<Result<ScanResult>>((resolve) =>
        held.push(async (hits) => {
          resolve(ok({ ...madeUp.result(text, hits), searchedFor: text }));
          await settled();
        }),
      ),
  };
  return { held, answers };
}

describe('a scan', () => {
  it('over an open person opens the scanned one and does nothing to the one before', async () => {
    const { held, answers } = heldScans();
    const { app, asked, open } = await atTheDesk(answers);
    app.desk.typed('mik');
    app.desk.enter();
    await settled();
    expect(open()).toMatchObject({ kind: 'open', userId: 'Mika Aaltonen' });

    void app.desk.scan('100200', 0);
    expect(open()).toEqual({ kind: 'none' });
    expect(asked('role-changes:run-recipe')).toEqual([]);
    await held[0]?.([madeUp.hit('other', ''), madeUp.hit('anna', '', { userId: '100200' })]);
    expect(open()).toMatchObject({ userId: '100200' });
    expect(asked('role-changes:run-recipe')).toEqual([]);
  });

  it('is dropped when another text was typed before its answer came', async () => {
    const { held, answers } = heldScans();
    const { app, open } = await atTheDesk(answers);
    void app.desk.scan('100200', 0);
    app.desk.typed('mik');
    await held[0]?.([madeUp.hit('100200', '')]);
    expect(open()).toEqual({ kind: 'none' });
    expect(app.search.store.getState().text).toBe('mik');
  });

  it('opens once, however often Enter comes before the answer', async () => {
    const { held, answers } = heldScans();
    const { app, asked, open } = await atTheDesk(answers);
    void app.desk.scan('100200', 0);
    app.desk.enter();
    app.desk.enter();
    expect(open()).toEqual({ kind: 'none' });
    await held[0]?.([madeUp.hit('100200', '')]);
    expect(open()).toMatchObject({ userId: '100200' });
    expect(asked('directory:open')).toHaveLength(1);
    expect(asked('role-changes:run-recipe')).toEqual([]);
  });

  it('says so when it fits several', async () => {
    const { held, answers } = heldScans();
    const { app, open } = await atTheDesk(answers);
    void app.desk.scan('mik', 0);
    await held[0]?.(madeUp.hitsOfMik());
    expect(app.desk.store.getState().choose).toBe('several-fit');
    expect(open()).toEqual({ kind: 'none' });
    app.desk.typed('mika');
    expect(app.desk.store.getState().choose).toBeNull();
  });
});

describe('Enter', () => {
  it('opens, checks in, and then means the next person', async () => {
    const { app, fake, asked, open } = await atTheDesk();
    app.desk.typed('mik');
    await settled();
    app.desk.enter();
    await settled();
    expect(asked('role-changes:run-recipe')).toEqual([]);
    app.desk.enter();
    await settled();
    expect(asked('role-changes:run-recipe')).toEqual([{ userId: 'Mika Aaltonen', recipeId: 'check-in' }]);
    fake.publish('directory:person-changed', madeUp.view('Mika Aaltonen', { primary: madeUp.checkedIn() }));
    app.desk.enter();
    expect(open()).toEqual({ kind: 'none' });
    expect(app.search.store.getState().typed).toBe('');
  });

  it('checks in, and what is typed before that is on the disk is not replaced by the next letter', async () => {
    let written = (_: Result<{ actId: string }>): void => undefined;
    const { app, focused } = await atTheDesk({
      'role-changes:run-recipe': () => new Promise((resolve) => (written = resolve)),
    });
    app.desk.typed('mik');
    app.desk.enter();
    await settled();
    app.desk.enter();
    app.desk.typed('an');
    focused.length = 0;
    written(ok({ actId: 'act-1' }));
    await settled();
    // True selects the text.
    expect(focused).toEqual([false]);
    expect(app.search.store.getState().typed).toBe('an');
  });

  it('does not start the recipe twice while the first is being written down', async () => {
    const { app, asked } = await atTheDesk({ 'role-changes:run-recipe': () => new Promise(() => undefined) });
    app.desk.typed('mik');
    await settled();
    app.desk.enter();
    await settled();
    app.desk.enter();
    app.desk.enter();
    expect(asked('role-changes:run-recipe')).toHaveLength(1);
  });

  it('changes nothing where the sign-in may not change roles', async () => {
    const { app, asked, open } = await atTheDesk({
      'sign-in:read': () => ok(madeUp.signedIn({ mayChangeRoles: false })),
    });
    app.desk.typed('mik');
    await settled();
    app.desk.enter();
    await settled();
    app.desk.toggleRoleAt(0);
    app.desk.runPrimary();
    app.desk.enter();
    expect(asked('role-changes:run-recipe')).toEqual([]);
    expect(asked('role-changes:wish')).toEqual([]);
    expect(open()).toEqual({ kind: 'none' });
  });
});

describe('roles', () => {
  const withMika = async (answers: Answers = {}) => {
    const desk = await atTheDesk(answers);
    desk.app.desk.typed('mik');
    await settled();
    desk.app.desk.openPerson('Mika Aaltonen');
    await settled();
    return desk;
  };

  it('are given for the convention with one act and taken with the scope they have', async () => {
    const { app, asked } = await withMika();
    app.desk.toggleRoleAt(1);
    app.desk.toggleRoleAt(0);
    expect(asked('role-changes:wish')).toEqual([
      { userId: 'Mika Aaltonen', roleId: 'vendor', wanted: 'held', roleScope: 'convention' },
      { userId: 'Mika Aaltonen', roleId: 'staff', wanted: 'absent', roleScope: 'convention' },
    ]);
  });

  it('held everywhere ask first, and only a yes takes them away', async () => {
    const { app, asked, focused } = await withMika();
    app.desk.toggleRoleAt(5);
    expect(asked('role-changes:wish')).toEqual([]);
    app.desk.answerConfirming(false);
    expect(asked('role-changes:wish')).toEqual([]);
    expect(focused.at(-1)).toBe(true);
    app.desk.toggleRoleAt(5);
    app.desk.answerConfirming(true);
    expect(asked('role-changes:wish')).toEqual([
      { userId: 'Mika Aaltonen', roleId: 'board-member', wanted: 'absent', roleScope: 'global' },
    ]);
  });

  it('give the focus back after the mouse, and leave it after the keyboard', async () => {
    const { app, focused } = await withMika();
    focused.length = 0;
    app.desk.toggleRole(madeUp.role('Vendor'), false);
    await settled();
    expect(focused).toEqual([]);
    app.desk.toggleRole(madeUp.role('Volunteer'), true);
    await settled();
    expect(focused).toEqual([true]);
  });

  it('count every press, one after the other, however fast: three presses are on, off, on', async () => {
    const { app, asked } = await withMika();
    app.desk.toggleRoleAt(1);
    app.desk.toggleRoleAt(1);
    app.desk.toggleRoleAt(1);
    await vi.waitFor(() => expect(asked('role-changes:wish')).toHaveLength(3), { timeout: 30_000 });
    expect(asked('role-changes:wish').map((input) => (input as { wanted: string }).wanted)).toEqual([
      'held',
      'absent',
      'held',
    ]);
  });

  it('go by the screen again after an undo: pressed, undone and pressed once more means on', async () => {
    const { app, asked } = await withMika();
    app.desk.toggleRoleAt(1);
    await settled();
    app.desk.undo();
    await settled();
    app.desk.toggleRoleAt(1);
    expect(asked('role-changes:wish').map((input) => (input as { wanted: string }).wanted)).toEqual(['held', 'held']);
  });

  it('wait for the press before to be written down; other roles don’t', async () => {
    const { app, asked } = await withMika({ 'role-changes:wish': () => new Promise(() => undefined) });
    app.desk.toggleRoleAt(1);
    app.desk.toggleRoleAt(1);
    app.desk.toggleRoleAt(3);
    expect(asked('role-changes:wish')).toHaveLength(2);
  });

  it('held everywhere can be kept for this convention only, as one wish', async () => {
    const { app, asked } = await withMika();
    app.desk.toggleRoleAt(5);
    app.desk.keepOnlyHere();
    expect(app.desk.store.getState().confirming).toBeNull();
    expect(asked('role-changes:wish')).toEqual([
      expect.objectContaining({ wanted: 'held', roleScope: 'convention', exactScope: true }),
    ]);
  });

  it('numbers past the last role do nothing', async () => {
    const { app, asked } = await withMika();
    app.desk.toggleRoleAt(8);
    expect(asked('role-changes:wish')).toEqual([]);
  });
});

describe('Esc', () => {
  it('first hides the details, then clears', async () => {
    const { app, open } = await atTheDesk();
    app.desk.typed('mik');
    await settled();
    app.desk.openPerson('Mika Aaltonen');
    await settled();
    app.desk.toggleDetails();
    await settled();
    expect(open()).toMatchObject({ reveal: { kind: 'shown' } });
    app.desk.escape();
    expect(open()).toMatchObject({ kind: 'open', reveal: { kind: 'hidden' } });
    app.desk.escape();
    expect(open()).toEqual({ kind: 'none' });
    expect(app.search.store.getState()).toMatchObject({ typed: '', answer: null });
  });
});

describe('an operator who goes', () => {
  it('leaves nothing behind for the next one (B82)', async () => {
    const { app, fake, open } = await atTheDesk({
      'role-changes:list': () => ok({ rows: [madeUp.activityRow('1')], more: false }),
    });
    app.desk.typed('mik');
    await settled();
    app.desk.openPerson('Mika Aaltonen');
    await app.activity.show('all');
    app.screen.setState({ page: 'activity' });
    fake.publish('sign-in:changed', madeUp.signedIn({ operator: { id: 'operator-2', label: 'Kim', initials: 'K' } }));
    await settled();
    expect(open()).toEqual({ kind: 'none' });
    expect(app.search.store.getState()).toMatchObject({ typed: '', answer: null });
    expect(app.activity.store.getState().rows).toBeNull();
    expect(app.screen.getState().page).toBe('desk');
    expect(JSON.stringify([app.search.store.getState(), app.desk.store.getState()])).not.toContain('Mika');
  });
});

it('shows in the list what became of a change, without moving the row', async () => {
  const { app, fake, asked } = await atTheDesk();
  app.desk.typed('mik');
  await settled();
  app.desk.move(1);
  fake.publish('role-changes:changed', madeUp.roleChanges({ waiting: 1 }));
  await settled();
  expect(asked('directory:search')).toHaveLength(2);
  expect(app.search.store.getState().activeUserId).toBe('Mikhail Dvořák');
});

it('opens a row by its number, but not one of the list before a search that failed', async () => {
  let fails = false;
  const { app, open } = await atTheDesk({
    'directory:search': ({ query }) => (fails ? no('bug') : ok(madeUp.result(query, madeUp.hitsOfMik()))),
  });
  app.desk.typed('mik');
  fails = true;
  app.desk.typed('mikh');
  app.desk.openRowAt(0);
  expect(open()).toEqual({ kind: 'none' });
  fails = false;
  app.desk.enter();
  expect(open()).toEqual({ kind: 'none' });
  app.desk.openRowAt(9);
  expect(open()).toEqual({ kind: 'none' });
  app.desk.openRowAt(1);
  await settled();
  expect(open()).toMatchObject({ kind: 'open', userId: 'Mikhail Dvořák' });
});

describe('a link in the search box, pasted or from a slow scanner', () => {
  const link = 'https://con.example/badge/10001';
  const nobodyByName: Answers = { 'directory:search': ({ query }) => ok(madeUp.result(query, [])) };

  it('opens whom it names, and does nothing more before another Enter', async () => {
    const { app, asked, open } = await atTheDesk({
      ...nobodyByName,
      'directory:scan': () =>
        ok({ ...madeUp.result('10001', [madeUp.hit('anna', '', { userId: '10001' })]), searchedFor: '10001' }),
      'stations:read': () => ok(madeUp.station({ primaryRecipe: { ...madeUp.recipe, scanRunsIt: true } })),
    });
    app.desk.typed(link);
    app.desk.enter();
    await settled();
    expect(asked('directory:scan')).toEqual([{ text: link }]);
    expect(open()).toMatchObject({ userId: '10001' });
    expect(app.search.store.getState().typed).toBe('10001');
    expect(asked('role-changes:run-recipe')).toEqual([]);
  });

  it('is looked for once more, with more forgiven, where it names nobody', async () => {
    const { app, asked, open } = await atTheDesk({
      ...nobodyByName,
      'directory:scan': () => ok({ ...madeUp.result(link, []), searchedFor: link }),
    });
    app.desk.typed(link);
    app.desk.enter();
    await settled();
    expect(asked('directory:scan')).toHaveLength(1);
    expect(app.search.store.getState()).toMatchObject({ text: link, loose: true });
    expect(open()).toEqual({ kind: 'none' });
  });
});

describe('as the station says', () => {
  const station = (more: Parameters<typeof madeUp.station>[0]): Answers => ({
    'stations:read': () => ok(madeUp.station(more)),
  });
  const scanRuns = { ...madeUp.recipe, scanRunsIt: true };
  const notIn: Answers = {
    'directory:open': ({ userId }) =>
      ok(madeUp.view(userId, { primary: madeUp.role('Checked in', { roleId: 'checked-in' }) })),
  };

  it('the desk is ready for the next person after the first step', async () => {
    const { app, asked, open } = await atTheDesk({ ...notIn, ...station({ afterAct: 'next' }) });
    app.desk.typed('mik');
    await settled();
    app.desk.openPerson('Mika Aaltonen');
    await settled();
    app.desk.runPrimary();
    await settled();
    expect(asked('role-changes:run-recipe')).toEqual([{ userId: 'Mika Aaltonen', recipeId: 'check-in' }]);
    expect(open()).toEqual({ kind: 'none' });
    expect(app.search.store.getState().typed).toBe('');
  });

  it('a scan whose digits only end somebody’s phone gives them nothing', async () => {
    const mika = madeUp.hit('Mika Aaltonen', '', {
      details: [{ kind: 'phone', value: { text: '+•••••••••5678', marks: [[10, 14]] } }],
    });
    const found: Answers = {
      'directory:scan': ({ text }) => ok({ ...madeUp.result(text, [mika]), searchedFor: text }),
    };
    const { app, asked, open } = await atTheDesk({ ...notIn, ...found, ...station({ primaryRecipe: scanRuns }) });
    await app.desk.scan('5678', 0);
    await settled();
    expect(asked('role-changes:run-recipe')).toEqual([]);
    expect(open()).toEqual({ kind: 'none' });
  });

  it('it stays with somebody whose act was not taken on, or beside whom something was typed', async () => {
    const { app, open } = await atTheDesk({
      ...notIn,
      ...station({ afterAct: 'next' }),
      'role-changes:run-recipe': () => ({ ok: false, error: madeUp.deskError('storage-full') }),
    });
    app.desk.openPerson('Mika Aaltonen');
    await settled();
    app.desk.runPrimary();
    await settled();
    expect(open()).toMatchObject({ kind: 'open', userId: 'Mika Aaltonen' });
    expect(app.acts.store.getState().failure?.code).toBe('storage-full');
  });

  it('it stays for a family, and after any other button', async () => {
    const furtherRecipes = [{ ...madeUp.recipe, id: 'r2', name: 'NDA' }];
    const { app, asked, open } = await atTheDesk({ ...notIn, ...station({ afterAct: 'next', furtherRecipes }) });
    app.desk.openPerson('Mika Aaltonen');
    await settled();
    app.desk.runRecipe('r2');
    await settled();
    expect(asked('role-changes:run-recipe')).toEqual([{ userId: 'Mika Aaltonen', recipeId: 'r2' }]);
    expect(open().kind).toBe('open');
    const family = await atTheDesk({ ...notIn, ...station({ afterAct: 'stay' }) });
    family.app.desk.openPerson('Mika Aaltonen');
    await settled();
    family.app.desk.runPrimary();
    await settled();
    expect(family.open().kind).toBe('open');
  });

  it('a scan of exactly one person does the first step at once, and only then', async () => {
    const scanned = async (more: Parameters<typeof madeUp.station>[0], answers: Answers = {}) => {
      const { app, asked } = await atTheDesk({ ...notIn, ...station(more), ...answers });
      await app.desk.scan('100200', 0);
      await settled();
      return asked('role-changes:run-recipe');
    };
    expect(await scanned({ primaryRecipe: scanRuns })).toEqual([{ userId: '100200', recipeId: 'check-in' }]);
    expect(await scanned({ primaryRecipe: madeUp.recipe })).toEqual([]);
    // Somebody else's badge in the hand of the second, a near miss, and who is in already: a person decides.
    const hits =
      (...all: ReturnType<typeof madeUp.hit>[]): NonNullable<Answers['directory:scan']> =>
      ({ text }) =>
        ok({ ...madeUp.result(text, all), searchedFor: text });
    expect(await scanned({ primaryRecipe: scanRuns }, { 'directory:scan': hits(madeUp.hit('1002001', '')) })).toEqual(
      [],
    );
    expect(
      await scanned(
        { primaryRecipe: scanRuns },
        {
          'directory:scan': hits(
            madeUp.hit('100200', '', { userId: 'one' }),
            madeUp.hit('100200', '', { userId: 'two' }),
          ),
        },
      ),
    ).toEqual([]);
    const guess: NonNullable<Answers['directory:scan']> = ({ text }) =>
      ok({ ...madeUp.result(text, [madeUp.hit('Mika', '', { userId: '100200' })]), searchedFor: text, isGuess: true });
    expect(await scanned({ primaryRecipe: scanRuns }, { 'directory:scan': guess })).toEqual([]);
    const already: Answers = {
      'directory:open': ({ userId }) =>
        ok(madeUp.view(userId, { primary: madeUp.role('Checked in', { roleId: 'checked-in', held: true }) })),
    };
    expect(await scanned({ primaryRecipe: scanRuns }, already)).toEqual([]);
  });
});

it('keeps why somebody’s act was not taken on where that comes once they are closed, whatever goes well meanwhile', async () => {
  const answers: ((answer: Result<{ actId: string }>) => void)[] = [];
  const { app } = await atTheDesk({
    'role-changes:run-recipe': () => new Promise((resolve) => answers.push(resolve)),
  });
  const failed = () => [app.acts.store.getState().failure?.code, app.acts.store.getState().failedFor?.name];
  const checkIn = async (name: string): Promise<void> => {
    app.desk.openPerson(name);
    await settled();
    app.desk.runPrimary();
  };
  await checkIn('Mika');
  app.desk.typed('an');
  answers[0]?.(no('storage-full'));
  await settled();
  expect(failed()).toEqual(['storage-full', 'Mika']);
  app.desk.typed('ann');
  await checkIn('Anna');
  answers[1]?.(ok({ actId: 'act-2' }));
  await settled();
  app.desk.nextPerson();
  expect(failed()).toEqual(['storage-full', 'Mika']);
  // With nobody open, Esc puts it aside.
  app.desk.escape();
  expect(failed()).toEqual([undefined, undefined]);
});

it('names nobody to the next operator', async () => {
  let answer = (_: Result<{ actId: string }>): void => undefined;
  const { app } = await atTheDesk({ 'role-changes:run-recipe': () => new Promise((resolve) => (answer = resolve)) });
  app.desk.openPerson('Mika');
  await settled();
  app.desk.runPrimary();
  app.desk.reset();
  answer(no('storage-full'));
  await settled();
  expect(app.acts.store.getState()).toMatchObject({ failure: { code: 'storage-full' }, failedFor: null });
});

it('keeps why an act was not taken on until the next act or person', async () => {
  const { app } = await atTheDesk({
    'role-changes:run-recipe': () => ({ ok: false, error: madeUp.deskError('storage-full') }),
  });
  app.desk.typed('mik');
  await settled();
  app.desk.openPerson('Mika Aaltonen');
  await settled();
  app.desk.runPrimary();
  await settled();
  expect(app.acts.store.getState().failure?.code).toBe('storage-full');
  app.desk.nextPerson();
  expect(app.acts.store.getState().failure).toBeNull();
});

it('gives every listener back (C48)', async () => {
  const { fake, stop } = await atTheDesk();
  expect(fake.listeners()).toBeGreaterThan(0);
  stop();
  expect(fake.listeners()).toBe(0);
});
