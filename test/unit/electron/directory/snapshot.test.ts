import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPeopleIndex } from '../../../../electron/directory/people-index/people-index.ts';
import { createSnapshot } from '../../../../electron/directory/snapshot.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createMadeUpCipher } from '../../../support/directory/made-up-cipher.ts';
import { person } from '../../../support/directory/made-up-people.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-snapshot-'));
  file = path.join(folder, 'connection', 'directory.snapshot');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const day = 24 * 60 * 60_000;
const never = new AbortController().signal;

function made(keyring = createMadeUpCipher()) {
  const time = { now: 1_000 };
  const open = () =>
    createSnapshot({ file, cipher: keyring.cipher, log: silentLog, now: () => time.now, retentionMs: () => 30 * day });
  return { time, open, keyring: keyring.state, snapshot: open() };
}

function content() {
  const index = createPeopleIndex();
  index.put(
    Array.from({ length: 250 }, (_, number) =>
      person({
        id: `p${number}`,
        firstName: `Given${number}`,
        lastName: 'Núñez-Secret',
        phone: `+4960000${1000 + number}`,
      }),
    ),
    77,
    1,
  );
  index.put([person({ id: 'p3', firstName: 'Changed', lastName: 'Later' })], 99, 1);
  index.remove('p4');
  return { segments: index.segments, memberships: ['["7",1,[["p1",null,2]]]'], upToDateAt: 500 };
}

describe('the snapshot', () => {
  it('gives back everybody, searchable without building anything', async () => {
    const { open, snapshot, time } = made();
    await snapshot.write(content(), time.now, never);
    const read = await open().read();
    expect(read).toMatchObject({ memberships: ['["7",1,[["p1",null,2]]]'], upToDateAt: 500, savedAt: 1000 });
    const index = createPeopleIndex();
    for (const _step of index.adopt(read?.segments ?? []));
    expect(index.size).toBe(249);
    expect(index.get('p3')).toMatchObject({ user: { firstName: 'Changed' }, readAt: 99 });
    expect(index.get('p4')).toBeNull();
    for (const query of ['given77', 'nunez given77', '1077', 'gvien77 nunez']) {
      expect(index.search(query, 5).people[0]?.user.id, query).toBe('p77');
    }
  });

  it('holds nobody in the clear, for this user only, and leaves no other file', async () => {
    const { snapshot, time } = made();
    await snapshot.write(content(), time.now, never);
    const bytes = await readFile(file, 'latin1');
    expect(bytes).not.toMatch(/Secret|secret|Given|given|60000|p77/u);
    expect(await readdir(path.dirname(file))).toEqual(['directory.snapshot']);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is dropped when a bit of it differs, wherever', async () => {
    const { open, snapshot, time } = made();
    await snapshot.write(content(), time.now, never);
    const whole = await readFile(file);
    const lineEnd = whole.indexOf(10);
    const savedAt = whole.indexOf('"savedAt":1000') + '"savedAt":100'.length;
    for (const at of [savedAt, lineEnd + 1, Math.floor(whole.length / 2), whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      await writeFile(file, damaged);
      expect(await open().read(), `offset ${at}`).toBeNull();
      expect(await readFile(file).catch(() => null), `offset ${at}`).toBeNull();
    }
    for (const length of [0, 10, lineEnd, lineEnd + 5, whole.length - 1]) {
      await writeFile(file, whole.subarray(0, length));
      expect(await open().read(), `length ${length}`).toBeNull();
    }
  });

  it('stays in memory where there is no keyring worth the name', async () => {
    for (const strength of ['weak', 'unavailable'] as const) {
      const { snapshot, time } = made(createMadeUpCipher(strength));
      await snapshot.write(content(), time.now, never);
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('waits for a keyring that is locked, and is dropped when the key is lost', async () => {
    const { open, snapshot, keyring, time } = made();
    await snapshot.write(content(), time.now, never);
    keyring.locked = true;
    expect(await open().read()).toBeNull();
    keyring.locked = false;
    expect(await open().read()).not.toBeNull();
    keyring.lost = true;
    expect(await open().read()).toBeNull();
    keyring.lost = false;
    expect(await open().read()).toBeNull();
  });

  it('is wiped when it was not used for longer than may be', async () => {
    const { open, snapshot, time } = made();
    await snapshot.write(content(), time.now, never);
    time.now += 30 * day;
    expect(await open().read()).not.toBeNull();
    // Being used counts, being written by a desk nobody looks at does not.
    await open().touch(time.now);
    await open().write(content(), 20 * day, never);
    time.now = 50 * day;
    expect(await open().read()).not.toBeNull();
    time.now += 1;
    expect(await open().read()).toBeNull();
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it('keeps somebody who changes while it is written as they were', async () => {
    const { open, snapshot, time } = made();
    const index = createPeopleIndex();
    index.put([person({ id: 'p1', lastName: 'Before' }), person({ id: 'p2' })], 77, 1);
    const writing = snapshot.write(
      { segments: index.segments, memberships: [], upToDateAt: 500 },
      time.now,
      new AbortController().signal,
    );
    await nextTurn();
    index.put([person({ id: 'p1', lastName: 'After' })], 99, 0);
    await writing;
    const again = createPeopleIndex();
    for (const _step of again.adopt((await open().read())?.segments ?? []));
    expect(again.size).toBe(2);
    expect(again.get('p1')?.user.lastName).toBe('Before');
  });

  it('keeps the old one when writing is ended half way, and never writes what was wiped', async () => {
    const { open, snapshot, time } = made();
    await snapshot.write(content(), time.now, never);
    const before = await readFile(file);
    const stop = new AbortController();
    const writing = snapshot.write({ ...content(), upToDateAt: 900 }, time.now, stop.signal);
    stop.abort();
    await writing;
    expect(await readFile(file)).toEqual(before);
    expect(await readdir(path.dirname(file))).toEqual(['directory.snapshot']);
    await open().destroy();
    expect(await readdir(path.dirname(file))).toEqual([]);
  });
});
