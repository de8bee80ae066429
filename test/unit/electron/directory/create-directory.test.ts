import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { SecretCipher } from '../../../../electron/ports/secret-cipher.ts';
import { settle } from '../../../support/directory/hand-clock.ts';
import { createMadeUpCipher } from '../../../support/directory/made-up-cipher.ts';
import {
  checkedIn,
  createMadeUpDirectory,
  createMadeUpSettings,
  staff,
  vendor,
} from '../../../support/directory/made-up-directory.ts';
import { person } from '../../../support/directory/made-up-people.ts';
import { createMadeUpService, type MadeUpService } from '../../../support/directory/made-up-service.ts';

const roles = [checkedIn, staff, vendor];
const maria = person({
  id: 'm',
  firstName: 'María',
  lastName: 'Núñez',
  phone: '+34600123456',
  email: 'maria.n@example.org',
});
const wish = {
  wishId: 'w',
  wanted: 'held' as const,
  roleScope: 'convention' as const,
  state: 'waiting' as const,
  at: 5,
  refusal: null,
  by: 'Ada',
};

async function started(people = [maria]) {
  const made = createMadeUpDirectory(createMadeUpService(people, roles));
  made.directory.start();
  await settle();
  return made;
}

describe('the directory', () => {
  it('goes from a sweep to a view', async () => {
    const { directory, search, of } = await started();
    const found = await search('nunez mar');
    expect(found).toMatchObject({ total: 1, searched: 1 });
    expect(found.hits[0]?.displayName).toEqual({
      text: 'María Núñez',
      marks: [
        [0, 3],
        [6, 11],
      ],
    });
    const view = await directory.handlers['directory:open']({ userId: 'm' });
    expect(view).toMatchObject({ displayName: 'María Núñez', maskedEmail: 'm•••@example.org', freshAt: null });
    await settle();
    expect(of('directory:person-changed').at(-1)).toMatchObject({ userId: 'm', notFreshBecause: null });
    expect(of('directory:person-changed').at(-1)?.freshAt).not.toBeNull();
  });

  it('is searchable from the first page on, and says how far it is at most four times a second', async () => {
    const people = Array.from({ length: 1000 }, () => person());
    const made = createMadeUpDirectory(createMadeUpService(people, roles));
    let release = () => {};
    made.service.intercept = (call) =>
      call.startsWith('searchUsers all 100 ')
        ? new Promise((resolve) => {
            release = () => resolve({ users: people.slice(100, 200), nextPage: '200' });
          })
        : undefined;
    made.directory.start();
    await settle();
    expect(await made.search('given')).toMatchObject({ searched: 100, total: 100 });
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ sweep: { fetched: 100 }, upToDateAt: null });
    release();
    await made.clock.pass(1000);
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 1000, sweep: null });
    expect(made.of('directory:changed').length).toBeLessThanOrEqual(5);
    expect(made.of('directory:changed').at(-1)).toMatchObject({ people: 1000, sweep: null });
  });

  it('keeps the old state of a sweep that failed, and says why', async () => {
    const made = await started([maria, person({ id: 'gone', lastName: 'Gone' })]);
    made.service.people = [maria];
    made.service.intercept = (call) =>
      call.startsWith('searchUsers all') ? Promise.reject(new RolecallError('service-forbidden', 'No.')) : undefined;
    await made.clock.pass(6 * 60_000);
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 2, problem: 'service-forbidden' });
    made.service.intercept = () => undefined;
    await made.clock.pass(6 * 60_000);
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 1, problem: null });
    expect((await made.search('gone')).hits.filter(({ slip }) => !slip)).toEqual([]);
  });

  it('finds the one person a scan means, however it was mangled', async () => {
    const { directory } = await started([
      maria,
      person({ id: '100200', lastName: 'Badge', email: 'ada@example.net' }),
      person({ id: '3100200', lastName: 'Other' }),
    ]);
    const scan = async (text: string) => await directory.handlers['directory:scan']({ text });
    for (const text of [
      '100200',
      '\\000026100200\r\n',
      'https://con.example/b/100200',
      'ada"example.net',
      '&àà éàà'.replace(' ', ''),
    ]) {
      const found = await scan(text);
      expect(found, text).toMatchObject({ total: 1, searchedFor: '100200' });
      expect(found.hits.map(({ userId }) => userId)).toEqual(['100200']);
    }
    expect(await scan('\r\n')).toMatchObject({ hits: [], searchedFor: '' });
  });

  it('looks a licence up by its name and hands nothing else of it on', async () => {
    const { directory } = await started();
    const text = '@\n\u001e\rANSI 636014040002DL00410278\nDCSNUNEZ\nDACMARIA\nDAG12 HARBOR ST\nDAQD1234567\n';
    const found = await directory.handlers['directory:scan']({ text });
    expect(found.hits.map(({ userId }) => userId)).toEqual(['m']);
    expect(found).toMatchObject({ query: 'NUNEZ MARIA', searchedFor: 'NUNEZ MARIA' });
    expect(JSON.stringify(found)).not.toMatch(/HARBOR|D1234567/);
  });

  it('asks the service for an id nobody here has, and keeps whom it names', async () => {
    const made = await started();
    made.service.people = [maria, person({ id: '777001', lastName: 'Late' })];
    const found = await made.directory.handlers['directory:scan']({ text: '777001' });
    expect(found.hits.map(({ userId }) => userId)).toEqual(['777001']);
    expect((await made.search('late')).hits[0]?.userId).toBe('777001');
    expect(made.service.calls).toContain('getUser 777001 interactive');
    expect(await made.directory.handlers['directory:scan']({ text: '777002' })).toMatchObject({
      hits: [],
    });
    await made.directory.handlers['directory:scan']({ text: 'nobody' });
    expect(made.service.calls.filter((call) => call.includes('nobody'))).toEqual([]);
  });

  describe('a scan', () => {
    /** What was scanned, who is opened by it, and whom the service was asked for. */
    const scanned = async (people: readonly User[], text: string, late: readonly User[] = []) => {
      const made = await started([...people]);
      made.service.people = [...people, ...late];
      const found = await made.directory.handlers['directory:scan']({ text });
      return {
        ids: found.hits.filter(({ slip }) => !slip).map(({ userId }) => userId),
        asked: made.service.calls.flatMap((call) => /^getUser (\S+) /.exec(call)?.[1] ?? []),
      };
    };
    const known = (id: string, more: Partial<User> = {}) => person({ id, ...more });

    it.each(['https://con.example/2026/badge/200300', 'AURORA-2026-200300'])(
      'asks the service for the end of %s before it takes an earlier part for somebody',
      async (text) => {
        const people = [known('2026'), known('badge'), known('7001', { username: 'AURORA' })];
        expect((await scanned(people, text, [known('200300')])).ids).toEqual(['200300']);
        expect(await scanned([known('2026')], text)).toMatchObject({ ids: [] });
      },
    );

    it('takes neither the words nor the host of a link for usernames', async () => {
      const people = [known('7001', { username: 'badge' }), known('7002', { username: 'example' })];
      for (const text of [
        'https://con.example/badge/999999',
        'https://con.example/badge/4',
        'https://con.example/badge?user=999999&v=2',
        'https://con.example/',
      ]) {
        expect((await scanned(people, text)).ids, text).toEqual([]);
      }
      expect((await scanned(people, 'https://con.example/u/badge')).ids).toEqual(['7001']);
    });

    it('takes the end for the id where an earlier part is one, too', async () => {
      const people = [known('100200'), known('2026')];
      expect(await scanned(people, 'AURORA-2026-100200')).toEqual({ ids: ['100200'], asked: [] });
      expect(await scanned(people, 'https://con.example/b/2026')).toEqual({ ids: ['2026'], asked: [] });
    });

    it('takes an end that stood behind two people for a word, though it is somebody’s username', async () => {
      const badges = ['10001', '10002', '10003'].map((id) => known(id));
      const made = await started([...badges, known('7001', { username: 'rolecall' }), known('7002')]);
      made.service.people = [...made.service.people, known('10004')];
      const opened = async (text: string) =>
        (await made.directory.handlers['directory:scan']({ text })).hits.map(({ userId }) => userId);
      const badge = (id: string, end = 'rolecall') => opened(`https://con.example/badge/${id}/${end}`);
      // It may be a username behind the number of an event.
      expect(await badge('10001')).toEqual(['7001']);
      expect(await badge('10001')).toEqual(['7001']);
      expect(await badge('10002')).toEqual(['10002']);
      expect(await badge('10001')).toEqual(['10001']);
      expect(await badge('10003')).toEqual(['10003']);
      // New since the last sweep: the service is asked.
      expect(await badge('10004')).toEqual(['10004']);
      expect(await opened('rolecall')).toEqual(['7001']);
      // An id at the end is meant, whatever stood before it.
      for (const id of ['10001', '10002', '10003']) expect(await badge(id, '7002')).toEqual(['7002']);
      made.directory.clear();
      made.directory.start();
      await settle();
      expect(await badge('10003')).toEqual(['7001']);
    });

    it('says that it guesses where another part is somebody else, until that part is known for the event’s', async () => {
      const made = await started(['500', '10001', '20005', '20006'].map((id) => known(id)));
      const scan = async (text: string) => {
        const { hits, isGuess } = await made.directory.handlers['directory:scan']({ text });
        return [hits.map(({ userId }) => userId).join(), isGuess === true];
      };
      expect(await scan('{"id":"10001","seq":20005}')).toEqual(['20005', true]);
      expect(await scan('https://con.example/event/500/badge/20005')).toEqual(['20005', true]);
      expect(await scan('https://con.example/event/500/badge/20006')).toEqual(['20006', false]);
      expect(await scan('https://con.example/event/500/badge/20005')).toEqual(['20005', false]);
      // The same person twice in one code is no other one.
      expect(await scan('https://con.example/10001?id=10001')).toEqual(['10001', false]);
      expect(await scan('10001')).toEqual(['10001', false]);
      made.directory.clear();
      made.directory.start();
      await settle();
      expect(await scan('https://con.example/event/500/badge/20006')).toEqual(['20006', true]);
    });

    it('does not guess where the code as a whole is somebody’s id', async () => {
      const made = await started(['10001', '20005', '10001-20005'].map((id) => known(id)));
      const { hits, isGuess } = await made.directory.handlers['directory:scan']({ text: '10001-20005' });
      expect([hits[0]?.userId, isGuess]).toEqual(['10001-20005', undefined]);
    });

    it('takes a year behind somebody’s id for a year, though it is somebody’s id, too', async () => {
      const made = await started(['10001', '10002', '2026'].map((id) => known(id)));
      const opened = async (text: string) =>
        (await made.directory.handlers['directory:scan']({ text })).hits.map(({ userId }) => userId);
      expect(await opened('10001-2026')).toEqual(['10001']);
      expect(await opened('https://con.example/badge/10002?year=2026')).toEqual(['10002']);
      // Somebody who is not here is nobody, once it is known for a year.
      expect(await opened('10003-2026')).toEqual([]);
      expect(await opened('2026')).toEqual(['2026']);
      expect(await opened('https://con.example/badge/2026')).toEqual(['2026']);
    });

    it('takes the whole end of a link before a part of it', async () => {
      const people = [known('AC-100200'), known('100200')];
      expect((await scanned(people, 'https://con.example/b/AC-100200')).ids).toEqual(['AC-100200']);
      expect((await scanned([], 'https://con.example/b/AC-100201', [known('AC-100201')])).asked).toEqual(['AC-100201']);
    });

    it('takes an earlier part once the service has nobody for the end', async () => {
      const text = 'https://con.example/badge/100200/a7f3c2';
      expect(await scanned([known('100200')], text)).toEqual({ ids: ['100200'], asked: ['a7f3c2'] });
    });

    it('asks for an id as it came before another keyboard layout makes it somebody else', async () => {
      expect((await scanned([known('AZ100')], 'AY100', [known('AY100')])).ids).toEqual(['AY100']);
      expect(await scanned([known('AZ100')], 'AY100')).toEqual({ ids: ['AZ100'], asked: ['AY100'] });
      const made = await started([known('AZ100')]);
      made.service.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'No.'));
      const { hits } = await made.directory.handlers['directory:scan']({ text: 'AY100' });
      expect(hits.map(({ userId }) => userId)).toEqual(['AZ100']);
    });

    it('takes an id with a signature behind it while the service cannot be asked, and never one of two ids', async () => {
      const made = await started([known('100200')]);
      made.service.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'No.'));
      const idsOf = async (text: string) =>
        (await made.directory.handlers['directory:scan']({ text })).hits.map(({ userId }) => userId);
      expect(await idsOf('https://con.example/badge/100200/a7f3c2')).toEqual(['100200']);
      expect(await idsOf('https://con.example/t/100200?sig=9f-e2c41b')).toEqual(['100200']);
      expect(await idsOf('https://con.example/100200/badge/200300')).toEqual([]);
    });

    it.each([
      ['https://con.example/b?email=anna%40example.org', '1'],
      ['https://con.example/b?email=anna%40example.org&version=next', '1'],
      ['mailto:anna@example.org', '1'],
      ['mailto:anna+con@example.org', '3'],
      ['ATTENDEE+anna', '2'],
      ['100%/anna', '2'],
    ])('reads the address in %s', async (text, wanted) => {
      const people = [
        known('1', { email: 'anna@example.org' }),
        known('2', { username: 'anna' }),
        known('3', { email: 'anna+con@example.org' }),
        known('4', { email: 'con@example.org', username: 'org' }),
      ];
      expect((await scanned(people, text)).ids).toEqual([wanted]);
    });

    it('takes the one who is written just like it, and never a looser reading of what names several', async () => {
      const people = [known('5', { username: 'AC-100' }), known('6', { username: 'ac100' }), known('100')];
      expect((await scanned(people, 'AC-100')).ids).toEqual(['5']);
      expect((await scanned(people, 'AC100')).ids).toEqual(['6']);
      expect((await scanned(people, 'A.C-100')).ids.toSorted()).toEqual(['5', '6']);
      expect((await scanned(people, 'https://con.example/u/ac-100')).ids).toEqual(['5']);
    });

    it('opens whose id came without a digit, and asks for one nobody here has', async () => {
      expect((await scanned([known('100200')], '!))@))')).ids).toEqual(['100200']);
      expect(await scanned([], '!))@))', [known('100200')])).toEqual({ ids: ['100200'], asked: ['100200'] });
    });

    it('asks for an id nobody here has, though its digits begin another id or stand in a phone', async () => {
      const people = [known('123450'), known('7', { phone: '+4917012345678' })];
      expect(await scanned(people, '12345', [known('12345')])).toEqual({ ids: ['12345'], asked: ['12345'] });
      expect((await scanned(people, '5678', [known('5678')])).ids).toEqual(['5678']);
      // Nobody has it: who comes near is a list to choose from.
      expect(await scanned(people, '5678')).toEqual({ ids: ['7'], asked: ['5678'] });
    });

    it('opens whom a contact names, whoever has the username vcard', async () => {
      const people = [
        known('1', { firstName: 'Maria', lastName: 'Hara', email: 'maria@example.org' }),
        known('2', { username: 'vcard' }),
      ];
      const vCard = (...lines: readonly string[]) =>
        ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
      for (const text of [
        vCard('FN:Somebody Else', 'EMAIL:maria@example.org'),
        vCard('N:Hara;Maria;;;', 'FN:Maria Hara', 'TEL:+4917012345678'),
        vCard('FN:Somebody Else', 'UID:1'),
        'MECARD:N:Hara,Maria;TEL:+4917012345678;;',
      ]) {
        expect((await scanned(people, text)).ids, text).toEqual(['1']);
      }
    });

    it('tells e-mail addresses apart by their dots', async () => {
      const people = [known('1', { email: 'anna.lee@x.org' }), known('2', { email: 'annalee@x.org' })];
      expect((await scanned(people, 'Anna.Lee@x.org')).ids).toEqual(['1']);
      expect((await scanned(people, 'annalee@x.org')).ids).toEqual(['2']);
    });

    it('finds a username, an id and an address behind any number of namesakes', async () => {
      const namesakes = Array.from({ length: 120 }, (_, number) => known(`n${number}`, { firstName: 'Max' }));
      const people = [...namesakes, known('u', { username: 'MAX' })];
      expect((await scanned(people, 'max')).ids).toEqual(['u']);
      expect((await scanned(people, 'https://con.example/u/max')).ids).toEqual(['u']);
      const sharing = namesakes.map((user) => ({ ...user, lastName: 'Max-Example-Org' }));
      expect((await scanned([...sharing, known('a', { email: 'max@example.org' })], 'max@example.org')).ids).toEqual([
        'a',
      ]);
      expect((await scanned([...namesakes, known('Max-')], 'MAX')).ids).toEqual(['Max-']);
    });

    it('opens whom the service knows by the same id written otherwise, and nobody else it answers with', async () => {
      const made = await started([known('100200')]);
      const answers: Readonly<Record<string, string>> = { '7F3A-C2': '7f3a-c2', '9f3c': '9' };
      made.service.intercept = (call) => {
        const asked = /^getUser (\S+) /.exec(call)?.[1] ?? '';
        const id = answers[asked];
        return id === undefined ? undefined : Promise.resolve(known(id));
      };
      const opened = async (text: string) =>
        (await made.directory.handlers['directory:scan']({ text })).hits.map(({ userId }) => userId);
      expect(await opened('7F3A-C2')).toEqual(['7f3a-c2']);
      // A service that reads the 9 only: it is a signature, and the id stands before it.
      expect(await opened('https://con.example/badge/100200/9f3c')).toEqual(['100200']);
    });

    it('tells long addresses apart by their ends', async () => {
      const long = 'christina.papadopoulou-featherstonehaugh@mail.example.';
      const people = [known('1', { email: `${long}org` }), known('2', { email: `${long}net` })];
      expect((await scanned(people, `${long}ORG`)).ids).toEqual(['1']);
      // Who is not here is nobody, not the one whose address begins alike.
      expect((await scanned(people.slice(1), `${long}org`)).ids).toEqual([]);
    });
  });

  it('counts somebody on two pages once', async () => {
    const made = createMadeUpDirectory(createMadeUpService([], roles));
    made.service.intercept = (call) => {
      if (!call.startsWith('searchUsers all')) return undefined;
      return Promise.resolve(
        call.includes('first')
          ? { users: [maria, person({ id: 'x' })], nextPage: '2' }
          : { users: [maria, person({ id: 'y' })], nextPage: null },
      );
    };
    made.directory.start();
    await settle();
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 3 });
    expect((await made.search('maria')).total).toBe(1);
  });

  it('tells of the open person when something changed, and only then', async () => {
    const made = await started();
    await made.directory.handlers['directory:open']({ userId: 'm' });
    await settle();
    const count = () => made.of('directory:person-changed').length;
    const before = count();
    made.overlay.set('someone else', '7', wish);
    made.directory.serviceRoles.record('someone else', [{ ...staff, scope: 'global' }], 5);
    expect(count()).toBe(before);
    made.overlay.set('m', '7', wish);
    expect(made.of('directory:person-changed').at(-1)?.primary).toMatchObject({
      held: true,
      state: 'waiting',
      by: 'Ada',
    });
    made.overlay.set('m', '7', wish);
    expect(count()).toBe(before + 1);
    made.service.memberships.get('8')?.set('m', 'global');
    await made.clock.pass(5_000);
    expect(made.of('directory:person-changed').at(-1)?.roles[1]).toMatchObject({
      roleId: '8',
      held: true,
      roleScope: 'global',
    });
    await made.directory.handlers['directory:close']({});
    const closed = count();
    made.overlay.set('m', '7', { ...wish, state: 'sending' });
    await made.clock.pass(60_000);
    expect(count()).toBe(closed);
  });

  it('asks about the opened person before the sweeps, and says when that failed', async () => {
    const made = await started();
    made.service.intercept = (call) =>
      call.startsWith('getUser') ? Promise.reject(new RolecallError('network-timeout', 'Slow.')) : undefined;
    await made.directory.handlers['directory:open']({ userId: 'm' });
    await settle();
    expect(made.service.calls).toContain('getUser m interactive');
    expect(made.of('directory:person-changed').at(-1)).toMatchObject({
      freshAt: null,
      notFreshBecause: 'network-timeout',
    });
    made.service.intercept = () => undefined;
    await made.clock.pass(5_000);
    expect(made.of('directory:person-changed').at(-1)).toMatchObject({ notFreshBecause: null });
    expect(made.service.calls).toContain('getUser m background');
  });

  describe('says of the open person that the service no longer has them', () => {
    const openMaria = async () => {
      const made = await started([maria, person()]);
      await made.directory.handlers['directory:open']({ userId: 'm' });
      await settle();
      return { ...made, last: () => made.of('directory:person-changed').at(-1) };
    };

    it('once it says so, and no longer once it has them again', async () => {
      const made = await openMaria();
      made.service.people = made.service.people.slice(1);
      // Of somebody it does not have it has no roles either, and may say that first.
      made.service.intercept = (call) =>
        call.startsWith('listUserRoles m') ? Promise.reject(new RolecallError('service-not-found', 'No.')) : undefined;
      await made.clock.pass(5_000);
      expect(made.last()).toMatchObject({ displayName: 'María Núñez', notFreshBecause: 'person-not-known' });
      made.service.intercept = () => undefined;
      made.service.people = [maria];
      await made.clock.pass(5_000);
      expect(made.last()).toMatchObject({ notFreshBecause: null });
    });

    it('after a sweep that does not meet them, though nobody could be asked about them', async () => {
      const made = await openMaria();
      made.service.people = made.service.people.slice(1);
      made.service.intercept = (call) =>
        call.startsWith('getUser') ? Promise.reject(new RolecallError('network-timeout', 'Slow.')) : undefined;
      await made.clock.pass(5_000);
      expect(made.last()).toMatchObject({ notFreshBecause: 'network-timeout' });
      await made.clock.pass(6 * 60_000);
      expect(made.directory.displayNameOf('m')).toBeNull();
      expect(made.last()).toMatchObject({ displayName: 'María Núñez', notFreshBecause: 'person-not-known' });
      made.overlay.set('m', '7', wish);
      await made.clock.pass(1_000);
      expect(made.last()).toMatchObject({ primary: { state: 'waiting' }, notFreshBecause: 'person-not-known' });
    });

    it('not where it has no answer about their roles only', async () => {
      const made = await openMaria();
      made.service.intercept = (call) =>
        call.startsWith('listUserRoles') ? Promise.reject(new RolecallError('service-not-found', 'No.')) : undefined;
      await made.clock.pass(5_000);
      expect(made.last()).toMatchObject({ notFreshBecause: 'service-not-found' });
    });
  });

  it('asks the service for somebody new since the last sweep', async () => {
    const made = await started();
    made.service.people.push(person({ id: 'late', firstName: 'Late', lastName: 'Comer' }));
    expect(await made.directory.handlers['directory:open']({ userId: 'late' })).toMatchObject({
      displayName: 'Late Comer',
    });
    expect((await made.search('late')).total).toBe(1);
    await expect(made.directory.handlers['directory:open']({ userId: 'nobody' })).rejects.toMatchObject({
      code: 'person-not-known',
    });
    expect(() => made.directory.handlers['directory:reveal']({ userId: 'nobody' })).toThrow(
      expect.objectContaining({ code: 'person-not-known' }),
    );
  });

  it('drops the answer about a person who is no longer the open one', async () => {
    const made = await started([maria, person({ id: 'n' })]);
    let release = () => {};
    made.service.intercept = (call) =>
      call === 'getUser m interactive'
        ? new Promise((resolve) => {
            release = () => resolve({ ...maria, firstName: 'Stale' });
          })
        : undefined;
    await made.directory.handlers['directory:open']({ userId: 'm' });
    await made.directory.handlers['directory:open']({ userId: 'n' });
    await settle();
    release();
    await settle();
    expect(made.of('directory:person-changed').every(({ userId }) => userId === 'n')).toBe(true);
    expect(made.directory.displayNameOf('m')).toBe('María Núñez');
  });

  it('has nobody and no timer left after a sign-out, and begins again after the next sign-in', async () => {
    const made = await started();
    await made.directory.handlers['directory:open']({ userId: 'm' });
    await settle();
    made.directory.clear();
    await settle();
    expect(made.clock.waiting).toBe(0);
    expect(await made.search('maria')).toMatchObject({ hits: [], searched: 0 });
    expect(made.directory.displayNameOf('m')).toBeNull();
    expect(made.of('directory:changed').at(-1)).toEqual({ people: 0, upToDateAt: null, sweep: null, problem: null });
    made.directory.start();
    await settle();
    expect((await made.search('maria')).total).toBe(1);
    made.directory.dispose();
    await settle();
    expect(made.clock.waiting).toBe(0);
  });

  /** Runs `task` beside the snapshot that a desk of this service left on the disk. */
  async function withSnapshot(
    service: MadeUpService,
    task: (snapshot: { readonly file: string; readonly cipher: SecretCipher }) => Promise<void>,
  ): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-directory-'));
    try {
      const snapshot = { file: path.join(folder, 'directory.snapshot'), cipher: createMadeUpCipher().cipher };
      const { directory, clock } = createMadeUpDirectory(service, { snapshot });
      directory.start();
      // Saving comes after loading, which waits for a real disk.
      await directory.save();
      await clock.pass(25_000);
      await directory.save();
      directory.dispose();
      await task(snapshot);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  const downService = (): MadeUpService => {
    const down = createMadeUpService([], roles);
    down.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'Down.'));
    return down;
  };

  it('is searchable from its snapshot before any network', async () => {
    const service = createMadeUpService([maria], roles);
    service.memberships.get('7')?.set('m', 'convention');
    await withSnapshot(service, async (snapshot) => {
      const second = createMadeUpDirectory(downService(), { snapshot });
      second.directory.start();
      await second.directory.save();
      await settle();
      expect((await second.search('maria')).hits[0]).toMatchObject({ userId: 'm', primary: { held: true } });
      expect(second.directory.handlers['directory:read']({})).toMatchObject({ people: 1, upToDateAt: 1_000_000 });
      await second.directory.destroySnapshot();
      second.directory.clear();
      second.directory.start();
      await second.directory.save();
      expect(second.directory.handlers['directory:read']({})).toMatchObject({ people: 0 });
      second.directory.dispose();
    });
  });

  it.each([
    ['finds whom its snapshot had once it is started', true, 1],
    ['forgets them when it is cleared before that', false, 0],
  ])('reads its snapshot ahead, and %s', (_what, signedIn, found) =>
    withSnapshot(createMadeUpService([maria], roles), async (snapshot) => {
      const next = createMadeUpDirectory(downService(), { snapshot });
      next.directory.readAhead();
      // Waits its turn behind the reading.
      await next.directory.save();
      expect((await next.search('maria')).total).toBe(0);
      if (!signedIn) next.directory.clear();
      // Whoever is found now was read before.
      await rm(snapshot.file);
      next.directory.start();
      await next.directory.save();
      expect((await next.search('maria')).total).toBe(found);
      next.directory.dispose();
    }),
  );

  it.each([
    ['as soon as it is started', false],
    ['while the snapshot is read ahead', true],
  ])('knows nobody of its snapshot when it is cleared %s', (_when, ahead) =>
    withSnapshot(createMadeUpService([maria], roles), async (snapshot) => {
      const next = createMadeUpDirectory(downService(), { snapshot });
      if (ahead) next.directory.readAhead();
      next.directory.start();
      next.directory.clear();
      // Waits its turn behind whatever is still under way.
      await next.directory.save();
      expect((await next.search('maria')).total).toBe(0);
      next.directory.dispose();
    }),
  );

  it('says only of a snapshot that was written when it was', () =>
    withSnapshot(createMadeUpService([maria], roles), async ({ cipher }) => {
      const service = createMadeUpService([maria], roles);
      // Where a folder should be there is a file.
      const file = path.join(await mkdtemp(path.join(tmpdir(), 'rolecall-directory-')), 'file');
      await writeFile(file, '');
      const made = createMadeUpDirectory(service, { snapshot: { file: path.join(file, 'snapshot'), cipher } });
      made.directory.start();
      await made.directory.save();
      await made.clock.pass(25_000);
      await made.directory.save();
      expect(await made.directory.handlers['directory:diagnostics']({})).toMatchObject({ people: 1, savedAt: null });
      made.directory.dispose();
      await rm(path.dirname(file), { recursive: true, force: true });
    }));

  it('says of a snapshot that could not be kept that there is none', async () => {
    const { cipher, state } = createMadeUpCipher();
    const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-directory-'));
    try {
      const snapshot = { file: path.join(folder, 'directory.snapshot'), cipher };
      const made = createMadeUpDirectory(createMadeUpService([maria], roles), { snapshot });
      state.strength = 'weak';
      made.directory.start();
      await made.directory.save();
      await made.clock.pass(25_000);
      await made.directory.save();
      const told = await made.directory.handlers['directory:diagnostics']({});
      expect(told).toMatchObject({ people: 1, kept: 'memory', savedAt: null });
      made.directory.dispose();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('takes its snapshot over beside whoever was asked for while it was read ahead', () =>
    withSnapshot(createMadeUpService([maria], roles), async (snapshot) => {
      const service = downService();
      service.people = [person({ id: '777', lastName: 'Late' })];
      service.intercept = (call) =>
        call.startsWith('getUser') ? undefined : Promise.reject(new RolecallError('network-unreachable', 'Down.'));
      const next = createMadeUpDirectory(service, { snapshot });
      next.directory.readAhead();
      next.directory.start();
      await next.directory.handlers['directory:look-up']({ text: '777' });
      await next.directory.save();
      expect((await next.search('late')).total).toBe(1);
      expect((await next.search('maria')).total).toBe(1);
      next.directory.dispose();
    }));

  it('asks the service for a typed id on request, and says what came of it', async () => {
    const made = await started();
    const lookUp = async (text: string) => (await made.directory.handlers['directory:look-up']({ text })).outcome;
    made.service.people = [maria, person({ id: '777001', lastName: 'Late' })];
    expect(await lookUp(' 777001 ')).toBe('found');
    expect((await made.search('late')).hits[0]?.userId).toBe('777001');
    await made.clock.pass(1000);
    expect(made.of('directory:changed').at(-1)).toMatchObject({ people: 2 });
    expect(await lookUp('777002')).toBe('unknown');
    const asked = made.service.calls.length;
    expect(await lookUp('Mary Smith 2')).toBe('not-an-id');
    expect(await lookUp('smith')).toBe('not-an-id');
    expect(made.service.calls.length).toBe(asked);
    made.service.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'Down.'));
    expect(await lookUp('777003')).toBe('unreachable');
    made.directory.clear();
    expect(await lookUp('777001')).toBe('unreachable');
  });

  it('lists whom it opened last, the last first, only where that is set', async () => {
    const settings = createMadeUpSettings();
    const people = Array.from({ length: 12 }, (_, index) => person({ id: `p${index}`, email: 'hidden@example.org' }));
    const made = createMadeUpDirectory(createMadeUpService(people, roles), { settings });
    made.directory.start();
    await settle();
    for (const { id } of [...people, people[3]].filter((each) => each !== undefined)) {
      await made.directory.handlers['directory:open']({ userId: id });
    }
    const listed = async () => (await made.search(' ')).hits.map(({ userId }) => userId);
    expect(await listed()).toEqual([]);
    settings.change({ latestOpened: true });
    expect(await listed()).toEqual(['p3', 'p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4', 'p2']);
    expect(JSON.stringify((await made.search('')).hits)).not.toContain('hidden@');
    made.directory.clear();
    made.directory.start();
    await settle();
    expect(await listed()).toEqual([]);
    made.directory.dispose();
  });

  it('tells how it is doing in counts and times, without anybody in it', async () => {
    const made = await started();
    made.service.memberships.get('7')?.set('m', 'convention');
    await made.clock.pass(25_000);
    const told = await made.directory.handlers['directory:diagnostics']({});
    expect(told).toMatchObject({ people: 1, kept: 'memory', savedAt: null, requests: { most: 6 } });
    expect(told.roles).toEqual([
      { roleName: 'Checked in', members: 1, sweptAt: expect.any(Number) },
      { roleName: 'Staff', members: 0, sweptAt: expect.any(Number) },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/mar[ií]a|n[uú][nñ]ez/iu);
  });

  describe('forgets people nobody needs any more', () => {
    const day = 24 * 60 * 60_000;

    it('after the days that are set, from memory and from disk, and fetches them again for whoever comes', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-directory-'));
      try {
        const settings = createMadeUpSettings();
        settings.change({ snapshotDays: 2 });
        const snapshot = { file: path.join(folder, 'directory.snapshot'), cipher: createMadeUpCipher().cipher };
        const made = createMadeUpDirectory(createMadeUpService([maria], roles), { settings, snapshot });
        made.directory.start();
        await made.directory.save();
        await settle();
        await made.directory.save();
        expect(await readdir(folder)).toEqual(['directory.snapshot']);
        await made.clock.pass(day);
        await made.search('maria');
        // The list asks again by itself when the directory moves on: nobody is there because of that.
        await made.clock.pass(2 * day);
        await made.search('maria');
        expect(made.directory.displayNameOf('m')).toBe('María Núñez');
        await made.clock.pass(60 * 60_000);
        await made.directory.save();
        expect(made.directory.displayNameOf('m')).toBeNull();
        expect(await readdir(folder)).toEqual([]);
        const calls = made.service.calls.length;
        await made.clock.pass(day);
        expect(made.service.calls.length).toBe(calls);
        await made.search('nunez');
        await made.directory.save();
        await settle();
        expect(made.directory.displayNameOf('m')).toBe('María Núñez');
        made.directory.dispose();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

    it('not where the next operator looks for somebody the one before looked for last', async () => {
      const settings = createMadeUpSettings();
      settings.change({ snapshotDays: 2 });
      const made = createMadeUpDirectory(createMadeUpService([maria], roles), { settings });
      made.directory.start();
      await settle();
      await made.search('maria');
      made.directory.clear();
      made.directory.start();
      await made.clock.pass(day);
      await made.search('maria');
      await made.clock.pass(1.5 * day);
      expect(made.directory.displayNameOf('m')).toBe('María Núñez');
      made.directory.dispose();
    });

    it('at once where the machine slept that long', async () => {
      const made = await started();
      made.clock.sleep(14 * day);
      made.directory.wakeUp();
      expect(made.directory.displayNameOf('m')).toBe('María Núñez');
      made.clock.sleep(1);
      made.directory.wakeUp();
      expect(made.directory.displayNameOf('m')).toBeNull();
      expect(made.of('directory:changed').at(-1)).toMatchObject({ people: 0 });
      await settle();
      expect(made.clock.waiting).toBe(0);
    });

    it('fetches anew after a sleep, as the timers stood still', async () => {
      const made = await started();
      const calls = made.service.calls.length;
      made.clock.sleep(60_000);
      made.directory.wakeUp();
      await settle();
      // The list is fresh enough; the roles were due.
      const since = (): string[] => made.service.calls.slice(calls);
      expect(since()).toEqual(['searchUsers 7 first background', 'searchUsers 8 first background']);
      made.clock.sleep(10 * 60_000);
      made.directory.wakeUp();
      await settle();
      expect(since()).toContain('searchUsers all first background');
      made.directory.dispose();
    });

    it('at once where fewer days are set', async () => {
      const settings = createMadeUpSettings();
      const made = createMadeUpDirectory(createMadeUpService([maria], roles), { settings });
      made.directory.start();
      await settle();
      made.clock.sleep(3 * day);
      settings.change({ snapshotDays: 3 });
      expect(made.directory.displayNameOf('m')).not.toBeNull();
      settings.change({ snapshotDays: 2 });
      expect(made.directory.displayNameOf('m')).toBeNull();
      made.directory.dispose();
    });
  });
});
