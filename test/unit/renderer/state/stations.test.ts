import { expect, it } from 'vitest';
import type { RequestOutput } from '../../../../contract/desk/channel-map.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import type { StationDraft } from '../../../../contract/desk/stations.ts';
import { createProgram } from '../../../../renderer/bridge.ts';
import { createStations, type Stations } from '../../../../renderer/state/stations.ts';
import { createFakeBridge, ok } from '../../../gallery/fake-bridge.ts';
import { threeStations } from '../../../gallery/made-up.ts';

type Saved = Result<RequestOutput<'stations:save'>>;

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The form, where each saving waits for its answer. */
async function setUp() {
  const asked: StationDraft[] = [];
  const answers: ((result: Saved) => void)[] = [];
  const toDiscard: (() => void)[] = [];
  const fake = createFakeBridge({
    'stations:book': () => ok(threeStations()),
    'stations:duplicate': () => ok({ stationId: 's1' }),
    'stations:save': ({ draft }) => {
      asked.push(draft);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const stations = createStations(createProgram(fake.bridge), (discard) => toDiscard.push(discard));
  const stop = stations.start();
  await settled();
  const form = () => stations.store.getState().form;
  const name = (text: string): void => {
    const now = form();
    if (now !== null) stations.change({ ...now.draft, name: text });
  };
  const answer = async (result: RequestOutput<'stations:save'>): Promise<void> => {
    answers.shift()?.(ok(result));
    await settled();
  };
  return { stations, form, name, answer, asked, toDiscard, stop };
}

const saved = (stationId: string): RequestOutput<'stations:save'> => ({ kind: 'saved', stationId, warnings: [] });
const taken: Extract<RequestOutput<'stations:save'>, { kind: 'problems' }> = {
  kind: 'problems',
  problems: [{ at: 'name', recipe: null, what: 'taken', other: null }],
};

it('opens another station once the one before is saved, and asks where it was not', async () => {
  const { stations, form, name, answer, toDiscard, stop } = await setUp();
  stations.edit('s1');
  name('Vendors');
  void stations.save();
  await settled();
  stations.startNew();
  expect(form()).toMatchObject({ draft: { id: 's1' } });
  await answer(saved('s1'));
  expect(form()).toMatchObject({ draft: { id: null }, changed: false, saved: false });
  expect(toDiscard).toEqual([]);
  name('Info');
  void stations.save();
  await settled();
  stations.edit('s2');
  await answer(taken);
  expect(toDiscard).toHaveLength(1);
  expect(form()).toMatchObject({ draft: { id: null, name: 'Info' }, problems: taken.problems });
  stop();
});

it.each([
  ['another station', ({ edit }) => edit('s2'), 's2'],
  ['a new one', ({ startNew }) => startNew(), null],
  ['a copy', ({ duplicate }) => duplicate('s1'), 's1'],
  ['none, as it is removed', ({ remove }) => remove('s1'), undefined],
] as const satisfies readonly [string, (stations: Stations) => void, string | null | undefined][])(
  'keeps what is not saved until somebody said that it may be discarded for %s',
  async (_what, leave, then) => {
    const { stations, form, name, toDiscard, stop } = await setUp();
    stations.edit('s1');
    name('Vendors');
    leave(stations);
    await settled();
    expect(form()).toMatchObject({ draft: { id: 's1', name: 'Vendors' }, changed: true });
    expect(toDiscard).toHaveLength(1);
    toDiscard[0]?.();
    await settled();
    expect(form()?.draft.id).toBe(then);
    expect(form()?.changed ?? false).toBe(false);
    stop();
  },
);

it('keeps what is not saved while helpers have the desk', async () => {
  const { stations, form, name, stop } = await setUp();
  stations.edit('s1');
  name('Vendors');
  await stations.lock();
  expect(form()).toMatchObject({ draft: { id: 's1', name: 'Vendors' }, changed: true });
  stop();
});

it('says what is wrong only in the form it is wrong with', async () => {
  const { stations, form, answer, stop } = await setUp();
  stations.edit('s1');
  void stations.save();
  await settled();
  stations.edit('s2');
  await answer(taken);
  expect(form()).toMatchObject({ draft: { id: 's2' }, problems: [] });
  void stations.save();
  await settled();
  stations.forget();
  await answer(taken);
  expect(form()).toBeNull();
  stop();
});

it('keeps what is typed while it is saved, whether it is taken or not', async () => {
  const { stations, form, name, answer, stop } = await setUp();
  stations.startNew();
  name('Info');
  void stations.save();
  await settled();
  name('Info desk');
  await answer(taken);
  expect(form()).toMatchObject({ draft: { name: 'Info desk' }, problems: taken.problems });
  void stations.save();
  await settled();
  name('Info desk 1');
  await answer(saved('s3'));
  expect(form()).toMatchObject({ draft: { id: 's3', name: 'Info desk 1' }, problems: [], changed: true, saved: false });
  stop();
});

it('makes a new station once, however often Enter is pressed', async () => {
  const { stations, form, name, answer, asked, stop } = await setUp();
  stations.startNew();
  name('Info');
  void stations.save();
  void stations.save();
  await settled();
  expect(asked).toHaveLength(1);
  await answer(saved('s3'));
  expect(form()).toMatchObject({ draft: { id: 's3' }, saved: true });
  void stations.save();
  await settled();
  expect(asked).toHaveLength(2);
  stop();
});
