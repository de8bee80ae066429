import { afterEach, describe, expect, it } from 'vitest';
import type { StationBook, StationDraft } from '../../../../contract/desk/stations.ts';
import type { Role } from '../../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { hashPin } from '../../../../electron/sign-in/pin.ts';
import { createStations, type Stations } from '../../../../electron/stations/create-stations.ts';
import { frontDesk } from '../../../../electron/stations/front-desk.ts';
import { resolveStation } from '../../../../electron/stations/resolve-station.ts';
import { currentOf } from '../../../../electron/stations/station-book.ts';
import { readHandedStations, stationFileOf, writeHandedStations } from '../../../../electron/stations/station-store.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const made: Stations[] = [];
afterEach(() => {
  for (const stations of made.splice(0)) stations.dispose();
});

const roles: readonly Role[] = [
  { id: '1', name: 'Checked in' },
  { id: '2', name: 'Vendor' },
];
const vendorDesk: StationDraft = {
  id: null,
  name: 'Vendor desk',
  primaryRecipe: null,
  furtherRecipes: [],
  roleIds: ['2'],
  columns: [],
  sounds: false,
  lockAfterMinutes: 5,
  afterAct: 'next',
};
const folder = '/u/connections/a';

async function setUp(files = createMemoryFiles(), clock = createHandClock()) {
  const published: StationBook[] = [];
  let changes = 0;
  const stations: Stations = createStations({
    files,
    folder,
    clock,
    log: silentLog,
    publish: (name, payload) => {
      if (name === 'stations:book-changed') published.push(payload as StationBook);
    },
    station: () => ({
      read: () => resolveStation(currentOf(stations.store.read().book, frontDesk(roles)), 'Con', roles).station,
      subscribe: () => () => {},
      bookChanged: () => {
        changes += 1;
      },
    }),
    // The cheapest a kept PIN may be.
    hashPin: (pin) => hashPin(pin, { cost: 2 ** 14, blockSize: 8, parallel: 1 }),
  });
  made.push(stations);
  await stations.load();
  const book = async () => stations.handlers['stations:book']({});
  const save = async (draft: StationDraft) => {
    const saved = await stations.handlers['stations:save']({ draft });
    if (saved.kind !== 'saved') throw new Error('Not saved.');
    return saved.stationId;
  };
  const names = async () => (await book()).stations.map(({ name }) => name);
  return { stations, handlers: stations.handlers, files, published, changes: () => changes, book, save, names };
}

describe('the stations of a connection', () => {
  it('begin with the one that Rolecall makes', async () => {
    const { book } = await setUp();
    expect(await book()).toMatchObject({ builtIn: true, currentId: 'front-desk', access: 'free', removed: null });
  });

  it('are made, chosen, copied, moved and removed, and are there after a restart', async () => {
    const { handlers, files, save, names, book, published, changes } = await setUp();
    const id = await save(vendorDesk);
    expect(await names()).toEqual(['Front desk', 'Vendor desk']);
    await handlers['stations:choose']({ stationId: id });
    expect((await book()).currentId).toBe(id);
    const copy = await handlers['stations:duplicate']({ stationId: id });
    expect(await names()).toEqual(['Front desk', 'Vendor desk', 'Vendor desk 2']);
    await handlers['stations:move']({ stationId: copy.stationId, to: 0 });
    await handlers['stations:remove']({ stationId: 'front-desk' });
    expect(await names()).toEqual(['Vendor desk 2', 'Vendor desk']);
    expect(published.at(-1)?.removed).toBe('Front desk');
    await handlers['stations:restore']({});
    expect(await names()).toEqual(['Vendor desk 2', 'Front desk', 'Vendor desk']);
    expect((await book()).removed).toBeNull();
    expect(changes()).toBeGreaterThan(5);
    const again = await setUp(files);
    expect(await again.names()).toEqual(['Vendor desk 2', 'Front desk', 'Vendor desk']);
    expect((await again.book()).currentId).toBe(id);
  });

  it('come back after another one was made meanwhile', async () => {
    const { handlers, save, names, book } = await setUp();
    const removed = await save(vendorDesk);
    await handlers['stations:choose']({ stationId: removed });
    await handlers['stations:remove']({ stationId: removed });
    await save({ ...vendorDesk, name: 'Info' });
    await handlers['stations:restore']({});
    expect(await names()).toEqual(['Front desk', 'Vendor desk', 'Info']);
    const { stations, currentId } = await book();
    expect(new Set(stations.map(({ id }) => id)).size).toBe(3);
    expect(stations.find(({ id }) => id === currentId)?.name).toBe('Vendor desk');
  });

  it('come back beside one that has their name by now', async () => {
    const { handlers, save, names } = await setUp();
    await handlers['stations:remove']({ stationId: await save(vendorDesk) });
    await save({ ...vendorDesk, name: 'VENDOR DESK' });
    await handlers['stations:restore']({});
    expect(await names()).toEqual(['Front desk', 'Vendor desk 2', 'VENDOR DESK']);
  });

  it('say what is wrong with one, and keep nothing of it', async () => {
    const { handlers, files } = await setUp();
    const saved = await handlers['stations:save']({ draft: { ...vendorDesk, name: '', roleIds: [] } });
    expect(saved).toMatchObject({ kind: 'problems', problems: [{ what: 'missing' }, { what: 'nothing-to-do' }] });
    expect(files.writes).toBe(0);
  });

  it('are as before when the disk is full', async () => {
    const { save, names, files, handlers } = await setUp();
    const id = await save(vendorDesk);
    files.writeError = new RolecallError('storage-full', 'Full.');
    await expect(handlers['stations:remove']({ stationId: id })).rejects.toMatchObject({ code: 'storage-full' });
    files.writeError = null;
    expect(await names()).toEqual(['Front desk', 'Vendor desk']);
    await handlers['stations:restore']({});
    expect(await names()).toEqual(['Front desk', 'Vendor desk']);
  });

  it('changes that come at once are each kept', async () => {
    const { save, names } = await setUp();
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => save({ ...vendorDesk, name })));
    expect(await names()).toEqual(['Front desk', 'A', 'B', 'C', 'D']);
  });

  it('show a helper nothing but which one is in use', async () => {
    const { handlers, save, book } = await setUp();
    const id = await save(vendorDesk);
    await handlers['stations:choose']({ stationId: id });
    await handlers['stations:set-pin']({ pin: '246810' });
    expect((await book()).access).toBe('unlocked');
    await handlers['stations:lock']({});
    expect(await book()).toEqual({
      stations: [],
      currentId: id,
      builtIn: false,
      roles: [],
      access: 'locked',
      nextTryAt: null,
      removed: null,
      problem: null,
    });
    await expect(handlers['stations:unlock']({ pin: '1111' })).rejects.toMatchObject({ code: 'pin-wrong' });
    await handlers['stations:unlock']({ pin: '246810' });
    expect((await book()).stations).toHaveLength(2);
  });
});

describe('the file of stations', () => {
  it.each([
    ['is no JSON', 'hello'],
    [
      'has two of one id',
      JSON.stringify({
        version: 1,
        book: { stations: [frontDesk(roles), frontDesk(roles)], currentId: null },
        pin: null,
        wrong: 0,
      }),
    ],
    [
      'has a PIN that asks for gigabytes',
      JSON.stringify({
        version: 1,
        book: { stations: [], currentId: null },
        pin: { salt: 'a', hash: 'b', cost: 2 ** 24, blockSize: 8, parallel: 1 },
        wrong: 0,
      }),
    ],
  ])('that %s is set aside, not lost', async (_what, text) => {
    const files = createMemoryFiles();
    files.content.set(stationFileOf(folder), text);
    const { book } = await setUp(files);
    expect(await book()).toMatchObject({ builtIn: true, problem: 'set-aside' });
    expect(files.content.get(`${stationFileOf(folder)}.corrupt-1`)).toBe(text);
  });

  it('that the disk does not give keeps helpers out and is not written over, until it is read', async () => {
    const one = await setUp();
    await one.save(vendorDesk);
    await one.handlers['stations:set-pin']({ pin: '246810' });
    const { files } = one;
    const before = files.content.get(stationFileOf(folder));
    const { read } = files;
    files.read = () => Promise.reject(new RolecallError('storage-unwritable', 'Held.'));
    const other = await setUp(files);
    expect((await other.book()).access).toBe('locked');
    await expect(other.handlers['stations:save']({ draft: vendorDesk })).rejects.toMatchObject({
      code: 'storage-unwritable',
    });
    await expect(other.handlers['stations:unlock']({ pin: '246810' })).rejects.toMatchObject({
      code: 'storage-unwritable',
    });
    expect(files.content.get(stationFileOf(folder))).toBe(before);
    files.read = read;
    await other.handlers['stations:unlock']({ pin: '246810' });
    expect(await other.names()).toEqual(['Front desk', 'Vendor desk']);
  });

  it('from a newer Rolecall is left as it is', async () => {
    const files = createMemoryFiles();
    const text = JSON.stringify({ version: 2, book: 'of another kind' });
    files.content.set(stationFileOf(folder), text);
    const { book, handlers } = await setUp(files);
    expect((await book()).problem).toBe('newer');
    await expect(handlers['stations:save']({ draft: vendorDesk })).rejects.toMatchObject({ code: 'settings-newer' });
    expect(files.content.get(stationFileOf(folder))).toBe(text);
  });

  it('goes to another laptop with its PIN, and without the tries', async () => {
    const one = await setUp();
    expect(await readHandedStations(one.files, folder)).toBeNull();
    const id = await one.save(vendorDesk);
    await one.handlers['stations:set-pin']({ pin: '246810' });
    await one.handlers['stations:lock']({});
    await expect(one.handlers['stations:unlock']({ pin: '0000' })).rejects.toMatchObject({ code: 'pin-wrong' });
    const handed = await readHandedStations(one.files, folder);
    if (handed === null) throw new Error('Nothing was handed on.');
    const files = createMemoryFiles();
    await writeHandedStations(files, folder, { ...handed, book: { ...handed.book, currentId: id } });
    const other = await setUp(files);
    expect(await other.book()).toMatchObject({ access: 'locked', currentId: id });
    expect(JSON.parse(files.content.get(stationFileOf(folder)) ?? '')).toMatchObject({ wrong: 0 });
    await other.handlers['stations:unlock']({ pin: '246810' });
    expect(await other.names()).toEqual(['Front desk', 'Vendor desk']);
  });

  it('are no way to guess the PIN by choosing another one: a restart does not shorten the wait', async () => {
    const { stations, handlers, files } = await setUp();
    expect(await stations.isAdministratorPin('482913')).toBe(false);
    await handlers['stations:set-pin']({ pin: '482913' });
    const codeOf = (asked: Promise<boolean>): Promise<unknown> => asked.catch((error: { code: unknown }) => error.code);
    expect(await codeOf(stations.isAdministratorPin('111111'))).toBe(false);
    expect(await codeOf(stations.isAdministratorPin('222222'))).toBe(false);
    // Written before it is compared: a program killed at that moment gives no guess away.
    files.writeError = new RolecallError('storage-full', 'Full.');
    expect(await codeOf(stations.isAdministratorPin('482913'))).toBe('storage-full');
    files.writeError = null;

    const clock = createHandClock();
    const { stations: again } = await setUp(files, clock);
    expect(await codeOf(again.isAdministratorPin('333333'))).toBe(false);
    expect(await codeOf(again.isAdministratorPin('482913'))).toBe('pin-wait');
    // Set back, the clock is no way around it either.
    const { stations: setBack } = await setUp(files, createHandClock(0));
    expect(await codeOf(setBack.isAdministratorPin('482913'))).toBe('pin-wait');

    const { stations: later } = await setUp(files, createHandClock(1_000_000 + 10 * 60_000));
    expect(await codeOf(later.isAdministratorPin('482913'))).toBe(true);
  });
});
