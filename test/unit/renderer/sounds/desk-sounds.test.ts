import { afterEach, expect, it, vi } from 'vitest';
import { createProgram } from '../../../../renderer/bridge.ts';
import { soundNames, tones } from '../../../../renderer/sounds/tones.ts';
import { createApp } from '../../../../renderer/state/app.ts';
import { createThemeChoice } from '../../../../renderer/state/theme.ts';
import { type Answers, createFakeBridge, ok } from '../../../gallery/fake-bridge.ts';
import {
  deskError,
  given,
  hit,
  hitsOfMik,
  lastAct,
  offline,
  result,
  roleChanges,
  settings,
  station,
  view,
} from '../../../gallery/made-up.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The stores of the desk with a speaker that writes down what it is given. */
async function setUp(answers: Answers = {}) {
  const heard: string[] = [];
  const fake = createFakeBridge(answers);
  const app = createApp(
    createProgram(fake.bridge),
    createThemeChoice({ read: () => null, write: () => undefined }, () => undefined),
    { speaker: { play: (notes) => void heard.push(soundNames.find((name) => tones[name] === notes) ?? 'unknown') } },
  );
  stops.push(app.start());
  await vi.waitFor(() => {
    for (const fed of [app.roleChanges, app.station, app.settings, app.connections]) {
      expect(fed.store.getState().kind).toBe('known');
    }
  });
  return { app, fake, heard };
}

const later = Date.now() + 1_000;

it('an act sounds when the service has it, and when it has not been taken', async () => {
  const { fake, heard } = await setUp();
  const act = (state: 'sending' | 'confirmed' | 'refused', actId = 'new', time = later): void =>
    fake.publish('role-changes:changed', roleChanges({ lastAct: lastAct({ actId, time, state }) }));
  act('sending');
  expect(heard).toEqual([]);
  act('confirmed');
  expect(heard).toEqual(['done']);
  act('refused', 'newer', later + 1);
  expect(heard).toEqual(['done', 'problem']);
});

it('without a network an act sounds as kept', async () => {
  const { fake, heard } = await setUp({ 'connections:read': () => ok(offline()) });
  fake.publish(
    'role-changes:changed',
    roleChanges({ lastAct: lastAct({ actId: 'new', time: later, state: 'waiting' }) }),
  );
  expect(heard).toEqual(['kept']);
});

it('somebody else’s next try keeps no act that is on its way', async () => {
  const { fake, heard } = await setUp();
  const nextTryAt = later + 5_000;
  const act = lastAct({ actId: 'new', time: later, state: 'sending' });
  fake.publish('role-changes:changed', roleChanges({ nextTryAt, lastAct: act }));
  expect(heard).toEqual([]);
  fake.publish('role-changes:changed', roleChanges({ nextTryAt, lastAct: { ...act, state: 'waiting' } }));
  expect(heard).toEqual(['kept']);
});

it('a person who is in already sounds so when opened', async () => {
  const { app, heard } = await setUp({
    'directory:open': ({ userId }) => ok(view(userId, { primary: given('Checked in', 30) })),
  });
  app.desk.openPerson('Mika Aaltonen');
  await vi.waitFor(() => expect(heard).toEqual(['already']));
});

it('a scan that finds nobody, or several, sounds as a problem; typing nobody does not', async () => {
  let hits = [] as ReturnType<typeof hitsOfMik>;
  const { app, heard } = await setUp({
    'directory:scan': ({ text }) => ok({ ...result(text, hits), searchedFor: text }),
    'directory:search': ({ query }) => ok(result(query, [])),
  });
  app.scan('99999', 1_000);
  await vi.waitFor(() => expect(heard).toEqual(['problem']));
  app.desk.typed('nobody');
  await vi.waitFor(() => expect(app.search.store.getState().answer?.text).toBe('nobody'));
  expect(heard).toEqual(['problem']);
  // The answer to what was typed is still there when the next scan comes; it is not the scan's.
  app.acts.report(deskError('storage-full'));
  expect(heard.splice(0)).toEqual(['problem', 'problem']);
  hits = [hit('Anna Mikkelsen', 'Anna Mikkelsen')];
  app.scan('Anna Mikkelsen', 5_000);
  await vi.waitFor(() => expect(app.person.store.getState().kind).toBe('open'));
  expect(heard).toEqual([]);
  hits = [];
  app.scan('88888', 7_000);
  await vi.waitFor(() => expect(heard).toEqual(['problem']));
  hits = hitsOfMik();
  app.scan('mik', 9_000);
  await vi.waitFor(() => expect(app.desk.store.getState().choose).toBe('several-fit'));
  expect(heard).toEqual(['problem', 'problem']);
  hits = [hit('Mika Aaltonen', 'Mika Aaltonen')];
  app.scan('Mika Aaltonen', 20_000);
  await vi.waitFor(() => expect(app.person.store.getState().kind).toBe('open'));
  expect(heard).toEqual(['problem', 'problem']);
});

it('what was not taken on sounds as a problem', async () => {
  const { app, heard } = await setUp();
  app.acts.report(deskError('storage-full'));
  expect(heard).toEqual(['problem']);
});

it.each([
  ['the station', { 'stations:read': () => ok(station({ sounds: false })) }],
  ['the settings', { 'settings:read': () => ok(settings({ soundVolume: 'off' })) }],
] as [string, Answers][])('nothing sounds where %s want none', async (_who, answers) => {
  const { app, heard } = await setUp(answers);
  app.acts.report(deskError('storage-full'));
  expect(heard).toEqual([]);
});
