import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Publish } from '../../../../contract/desk/channel-map.ts';
import type { ConnectionForm, ConnectionTest, TokenUse } from '../../../../contract/desk/connections.ts';
import type { HandedStations } from '../../../../contract/desk/handed-stations.ts';
import { emptyDesk } from '../../../../electron/app/empty-desk.ts';
import { type Connection, practiceId } from '../../../../electron/connections/connection.ts';
import { ConnectionStore } from '../../../../electron/connections/connection-store.ts';
import { createConnectionDesk, type OpenConnection } from '../../../../electron/connections/create-connection-desk.ts';
import { sealConnection } from '../../../../electron/connections/desk-code.ts';
import { deskLinkOf } from '../../../../electron/connections/desk-link.ts';
import { parseConnectionFile } from '../../../../electron/connections/read-connection-file.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { HttpTransport } from '../../../../electron/ports/http-transport.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { openJournal } from '../../../../electron/role-changes/journal.ts';
import { frontDesk } from '../../../../electron/stations/front-desk.ts';
import { readHandedStations, writeHandedStations } from '../../../../electron/stations/station-store.ts';
import { createHandClock, settle } from '../../../support/directory/hand-clock.ts';
import { saveFileAt } from '../../../support/save-file.ts';
import { createFakeCipher, createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const fileOf = (name: string, change = {}): string =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, clientId: 1, clientSecret: `canary-${name}`, ...change });
const formOf = (change: Partial<ConnectionForm> = {}): ConnectionForm => ({
  name: 'alpha',
  baseUrl: 'https://alpha.example',
  clientId: '1',
  redirectUri: 'rolecall://oauth/callback',
  oboScopes: 'pii:basic',
  dataAccess: 'automatic',
  pkce: true,
  ...change,
});

const desk = frontDesk(
  ['Checked in', 'Staff', 'Vendor', 'NDA signed', 'Volunteer', 'Performer'].map((name, index) => ({
    id: String(101 + index),
    name,
  })),
);
const threeStations: HandedStations = {
  book: {
    stations: [
      desk,
      { ...desk, id: 's1', name: 'Vendor desk', roleIds: ['103', '104'], afterAct: 'next' },
      { ...desk, id: 's2', name: 'Volunteer HQ', roleIds: ['102', '105'], sounds: false },
    ],
    currentId: null,
  },
  pin: {
    salt: 'q83vq83vq83vq83vq83vqw==',
    hash: 'u7FzIPqGcHmBbuZ0nRq1nVx4gQ5wq0yT7m2kY3J9d8E=',
    cost: 32_768,
    blockSize: 8,
    parallel: 1,
  },
};

function setUp(userData = '/u', seal = sealConnection) {
  const files = createMemoryFiles();
  const clock = createHandClock(1_700_000_000_000);
  const store = new ConnectionStore({ files, cipher: createFakeCipher(), userData, now: clock.now, log: silentLog });
  const published: string[] = [];
  const tests: ConnectionTest[] = [];
  const reopened: boolean[] = [];
  const copied: string[] = [];
  let open: OpenConnection | null = null;
  let chosen: string | null = null;
  let saveAs: string | null = null;
  let raised = 0;
  let changes = 0;
  const answers: { transport: HttpTransport } = {
    transport: () => Promise.reject(new RolecallError('network-unreachable', 'No.')),
  };
  const publish: Publish = (name, payload) => {
    published.push(JSON.stringify(payload));
    if (name === 'connections:test-changed') tests.push(payload as ConnectionTest);
  };
  const desk = createConnectionDesk({
    store,
    files,
    transport: (request) => answers.transport(request),
    clock,
    log: silentLog,
    publish,
    copyText: (text) => void copied.push(text),
    chooseFile: async () => chosen,
    saveFile: saveFileAt(
      async () => saveAs,
      (file, content) => files.write(file, content.toString('utf8')),
    ),
    bringToFront: () => {
      raised += 1;
    },
    open: () => open,
    inTurn: (task) => task(),
    reopen: async (practice) => void reopened.push(practice),
    mayReplace: async () => {},
    sealConnection: seal,
    changed: () => {
      changes += 1;
    },
  });
  const add = (name: string, change = {}): Promise<Connection> => store.add(parseConnectionFile(fileOf(name, change)));
  return {
    desk,
    handlers: desk.handlers,
    store,
    files,
    clock,
    published,
    tests,
    reopened,
    copied,
    answers,
    add,
    raised: () => raised,
    changes: () => changes,
    choose: (file: string | null) => {
      chosen = file;
    },
    save: (file: string | null) => {
      saveAs = file;
    },
    openAs: (connection: Connection, more: Partial<OpenConnection> = {}) => {
      open = {
        connection,
        clientSecret: 'open-secret',
        tokenUses: () => [],
        operatorAccess: async () => null,
        handlers: emptyDesk,
        ...more,
      };
    },
  };
}

describe('files', () => {
  it('takes a connection and uses it', async () => {
    const { handlers, files, choose, store, reopened, desk } = setUp();
    files.content.set('/a.json', fileOf('alpha'));
    choose('/a.json');
    expect(await handlers['connections:choose-file']({})).toEqual({ chosen: true });
    expect(store.current()?.name).toBe('alpha');
    expect(reopened).toEqual([false]);
    expect(desk.problem()).toBeUndefined();
  });

  it.each([
    ['not there', null, { what: 'not-readable', field: null }],
    ['not JSON', 'hello', { what: 'not-json', field: null }],
    ['no object', '[]', { what: 'not-an-object', field: null }],
    ['too large', ' '.repeat(70_000), { what: 'too-large', field: null }],
    ['without a secret', fileOf('a', { clientSecret: undefined }), { what: 'field-missing', field: 'clientSecret' }],
    ['with a wrong word', fileOf('a', { dataAccess: 'sometimes' }), { what: 'field-wrong', field: 'dataAccess' }],
    ['with http', fileOf('a', { baseUrl: 'http://a.example' }), { what: 'address-not-secure', field: 'baseUrl' }],
    ['with no address', fileOf('a', { baseUrl: 'a' }), { what: 'address-not-whole', field: 'baseUrl' }],
    [
      'with a query',
      fileOf('a', { baseUrl: 'https://a.example?x' }),
      { what: 'address-with-extras', field: 'baseUrl' },
    ],
    ['for a web page', fileOf('a', { redirectUri: 'https://x' }), { what: 'redirect-not-ours', field: 'redirectUri' }],
  ])('says on the screen what is wrong with one that is %s, until it is read', async (_what, text, problem) => {
    const { desk, handlers, files, choose, store, changes } = setUp();
    if (text !== null) files.content.set('/a.json', text);
    choose('/a.json');
    expect(await handlers['connections:choose-file']({})).toEqual({ chosen: true });
    expect(desk.problem()).toEqual(problem);
    expect(changes()).toBeGreaterThan(0);
    expect(store.all()).toEqual([]);
    await handlers['connections:dismiss-problem']({});
    expect(desk.problem()).toBeUndefined();
    await expect(desk.importNamed('/a.json', 'before-opening')).rejects.toMatchObject({ message: expect.any(String) });
    expect(desk.problem()).toEqual(problem);
  });

  it('says that a connection could not be kept', async () => {
    const { desk, handlers, files, choose } = setUp();
    files.content.set('/a.json', fileOf('alpha'));
    files.writeError = new RolecallError('storage-full', 'Full.');
    choose('/a.json');
    await handlers['connections:choose-file']({});
    expect(desk.problem()).toEqual({ what: 'not-kept', field: null });
  });
});

describe('details', () => {
  it('tell everything but secrets, tokens and paths', async () => {
    const { handlers, add, openAs } = setUp();
    const alpha = await add('alpha', { baseUrl: 'https://alpha.example/secret-path' });
    const beta = await add('beta');
    expect(await handlers['connections:details']({ connectionId: alpha.id })).toEqual({
      connectionId: alpha.id,
      name: 'alpha',
      host: 'alpha.example',
      clientId: '1',
      redirectUri: 'rolecall://oauth/callback',
      dataAccess: 'automatic',
      oboScopes: ['pii:basic'],
      practice: false,
      current: false,
      secret: 'keyring',
      tokens: [],
    });
    const use: TokenUse = {
      call: 'read',
      holder: 'application',
      oauthScopes: ['user:read'],
      validUntil: 1,
      lastUsedAt: null,
    };
    openAs(beta, { tokenUses: () => [use] });
    const details = await handlers['connections:details']({ connectionId: beta.id });
    expect(details).toMatchObject({ current: true, tokens: [use] });
    expect(JSON.stringify(details)).not.toMatch(/canary|open-secret|secret-path|\/u\//);
    await expect(
      Promise.resolve().then(() => handlers['connections:details']({ connectionId: practiceId })),
    ).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('the form', () => {
  it('adds a connection, and says every problem at its field', async () => {
    const { handlers, store, reopened } = setUp();
    const input = { connectionId: null, form: formOf(), clientSecret: 's' };
    expect(await handlers['connections:save']({ ...input, form: formOf({ baseUrl: 'http://x.example' }) })).toEqual({
      kind: 'problems',
      problems: [{ field: 'baseUrl', what: 'not-secure' }],
    });
    expect(store.all()).toEqual([]);
    const saved = await handlers['connections:save'](input);
    expect(saved).toEqual({ kind: 'saved', connectionId: store.current()?.id });
    expect(reopened).toEqual([false]);
    expect(await handlers['connections:save'](input)).toMatchObject({
      problems: [{ field: 'clientId', what: 'there-already' }],
    });
  });

  it('changes one without its secret being typed again, and reads it back without it', async () => {
    const { handlers, store, reopened, add, openAs } = setUp();
    const alpha = await add('alpha');
    await add('beta');
    const form = await handlers['connections:form']({ connectionId: alpha.id });
    expect(JSON.stringify(form)).not.toContain('canary');
    const change = { connectionId: alpha.id, form: { ...form, name: 'New name' }, clientSecret: '' };
    await handlers['connections:save'](change);
    expect(store.all().map(({ name }) => name)).toEqual(['New name', 'beta']);
    expect(await store.secretOf(alpha.id)).toBe('canary-alpha');
    expect(store.current()?.name).toBe('beta');
    // Not the one in use: nobody is interrupted.
    expect(reopened).toEqual([]);
    openAs({ ...alpha, name: 'New name' });
    await handlers['connections:save']({ ...change, clientSecret: 'other' });
    expect(await store.secretOf(alpha.id)).toBe('other');
    expect(reopened).toEqual([false]);
  });
});

describe('desk links', () => {
  it('are made of a connection, copied, saved and taken on another computer', { timeout: 60_000 }, async () => {
    const here = setUp();
    const { id } = await here.add('alpha', { pkce: false });
    const { link, code, passphrase } = await here.handlers['connections:make-desk-link']({ connectionId: id });
    expect(link).toBe(deskLinkOf(code));
    expect(link).not.toContain('canary');
    await here.handlers['connections:copy-desk-link']({});
    expect(here.copied).toEqual([link]);
    here.save('/desk-link.txt');
    expect(await here.handlers['connections:save-desk-link']({})).toEqual({ saved: true });
    await here.handlers['connections:forget-desk-link']({});
    expect(() => here.handlers['connections:copy-desk-link']({})).toThrow();
    expect(here.published.join('')).not.toContain('canary');

    const there = setUp();
    there.files.content.set('/desk-link.txt', here.files.content.get('/desk-link.txt') ?? '');
    there.choose('/desk-link.txt');
    await there.handlers['connections:choose-file']({});
    expect(there.desk.incoming()).toMatchObject({ kind: 'sealed', from: 'file' });
    await there.handlers['connections:unseal']({ passphrase });
    expect(there.store.all()).toEqual([]);
    expect(there.desk.incoming()).toEqual({ kind: 'opened', name: 'alpha', host: 'alpha.example', replaces: null });
    await there.handlers['connections:accept-offer']({});
    expect(there.desk.incoming()).toBeUndefined();
    expect(there.store.current()).toMatchObject({ name: 'alpha', pkce: false });
    expect(await there.store.secretOf(there.store.current()?.id ?? '')).toBe('canary-alpha');
  });

  it('are forgotten also where they were still being made', async () => {
    const seals: ((code: string) => void)[] = [];
    const { handlers, add, copied } = setUp('/u', () => new Promise((resolve) => seals.push(resolve)));
    const { id: connectionId } = await add('alpha');
    const left = handlers['connections:make-desk-link']({ connectionId });
    await settle();
    await handlers['connections:forget-desk-link']({});
    const shown = handlers['connections:make-desk-link']({ connectionId });
    await settle();
    seals[1]?.('SHOWN');
    await shown;
    seals[0]?.('LEFT');
    await left;
    await handlers['connections:copy-desk-link']({});
    expect(copied).toEqual([deskLinkOf('SHOWN')]);
  });

  it('carry the stations and the administrator’s PIN, and say which one to start with', {
    timeout: 60_000,
  }, async () => {
    const here = setUp();
    const { id } = await here.add('alpha');
    const folder = here.store.folderOf(id);
    await writeHandedStations(here.files, folder, threeStations);
    const made = await here.handlers['connections:make-desk-link']({ connectionId: id, startWith: 's2' });
    expect(made.stations?.map(({ name }) => name)).toEqual(['Front desk', 'Vendor desk', 'Volunteer HQ']);
    expect(made.startsWith).toBe('s2');

    const there = setUp();
    await there.handlers['connections:offer']({ text: made.link });
    await there.handlers['connections:unseal']({ passphrase: made.passphrase });
    expect(there.desk.incoming()).toMatchObject({
      kind: 'opened',
      stations: ['Volunteer HQ', 'Front desk', 'Vendor desk'],
    });
    await there.handlers['connections:accept-offer']({});
    const arrived = there.store.current();
    if (arrived === null) throw new Error('Not added.');
    expect(await readHandedStations(there.files, there.store.folderOf(arrived.id))).toEqual({
      ...threeStations,
      book: { ...threeStations.book, currentId: 's2' },
    });
    // They are no part of the connection itself, and what is kept of it opens as before.
    expect(there.files.content.get('/u/connections.json')).not.toContain('Vendor desk');
    expect(made.code.length).toBeLessThan(1_400);
  });

  it('without stations leave those of the laptop alone', { timeout: 60_000 }, async () => {
    const here = setUp();
    const { id } = await here.add('alpha');
    const made = await here.handlers['connections:make-desk-link']({ connectionId: id });
    expect(made).toMatchObject({ stations: [], startsWith: null });
    const there = setUp();
    const { id: same } = await there.add('alpha');
    await writeHandedStations(there.files, there.store.folderOf(same), threeStations);
    await there.handlers['connections:offer']({ text: made.link });
    await there.handlers['connections:unseal']({ passphrase: made.passphrase });
    await there.handlers['connections:accept-offer']({});
    expect(await readHandedStations(there.files, there.store.folderOf(same))).toEqual(threeStations);
  });

  it('from a web page change nothing before somebody says yes', { timeout: 60_000 }, async () => {
    const { desk, handlers, store, add, reopened, raised } = setUp();
    await add('alpha');
    const hostile = await sealConnection(
      parseConnectionFile(fileOf('alpha', { name: 'Hostile', clientSecret: 'theirs' })),
      'known',
    );
    desk.offerLink('rolecall://connect?rubbish');
    desk.offerLink('rolecall://connect');
    expect(raised()).toBe(0);
    desk.offerLink(deskLinkOf(hostile));
    expect(raised()).toBe(1);
    await expect(handlers['connections:accept-offer']({})).rejects.toMatchObject({ code: 'bad-input' });
    await handlers['connections:unseal']({ passphrase: 'known' });
    expect(desk.incoming()).toMatchObject({ name: 'Hostile', replaces: 'alpha' });
    expect(store.current()?.name).toBe('alpha');
    await handlers['connections:decline-offer']({});
    expect(store.all().map(({ name }) => name)).toEqual(['alpha']);
    expect(reopened).toEqual([]);
    expect(await store.secretOf(store.current()?.id ?? '')).toBe('canary-alpha');
  });

  it('need the secret, and are not made without it', async () => {
    const { handlers, files, add, store } = setUp();
    const { id } = await add('alpha');
    const file = path.join(store.folderOf(id), 'application-secret.json');
    expect(files.content.has(file)).toBe(true);
    const other = new ConnectionStore({
      files,
      cipher: Object.assign(createFakeCipher(), { strength: 'weak' as const }),
      userData: '/u',
      now: () => 1,
      log: silentLog,
    });
    await other.load();
    expect(await other.secretOf(id)).toBeNull();
    expect(await other.secretPlaceOf(id)).toBe('locked');
    await expect(
      Promise.resolve().then(() => handlers['connections:make-desk-link']({ connectionId: 'nobody' })),
    ).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('a test', () => {
  it('tells its rows as they come, and can be stopped', async () => {
    const { handlers, tests, add, answers } = setUp();
    const { id } = await add('alpha');
    answers.transport = (request) =>
      new Promise((_resolve, reject) => {
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
      });
    const { testId } = await handlers['connections:test']({ connectionId: id });
    await settle();
    expect(tests.at(-1)).toMatchObject({ testId, running: true });
    expect(tests.at(-1)?.rows[0]).toMatchObject({ step: 'reachable', state: 'running' });
    await handlers['connections:stop-test']({});
    await settle();
    expect(tests.at(-1)?.running).toBe(false);
    expect(new Set(tests.at(-1)?.rows.map(({ finding }) => finding))).toEqual(new Set(['stopped']));
  });

  it('tries what is in the form, with the secret that is kept', async () => {
    const { handlers, tests, add, answers, published } = setUp();
    const { id } = await add('alpha');
    const bodies: string[] = [];
    answers.transport = async ({ body }) => {
      bodies.push(body ?? '');
      return { status: 404, headers: {}, body: '' };
    };
    const form = await handlers['connections:form']({ connectionId: id });
    expect(await handlers['connections:test-form']({ connectionId: id, form, clientSecret: '' })).toMatchObject({
      kind: 'testing',
    });
    await settle();
    expect(bodies.join()).toContain('client_secret=canary-alpha');
    expect(tests.at(-1)?.rows.find(({ step }) => step === 'service')?.finding).toBe('not-this-service');
    expect(published.join('')).not.toContain('canary');
    expect(
      await handlers['connections:test-form']({ connectionId: null, form: formOf({ name: '' }), clientSecret: '' }),
    ).toMatchObject({ kind: 'problems' });
  });
});

describe('before a removal', () => {
  it('names and exports the changes of that connection, not of the one in use', async () => {
    const userData = await mkdtemp(path.join(os.tmpdir(), 'rolecall-unsent-'));
    folders.push(userData);
    const { handlers, store, files, clock, add, openAs, save } = setUp(userData);
    const alpha = await add('alpha');
    openAs(await add('beta'));
    expect(await handlers['connections:unsent']({ connectionId: alpha.id })).toEqual({
      waiting: 0,
      refused: 0,
      first: [],
    });
    const { journal } = await openJournal({ folder: store.journalFolderOf(alpha.id), clock, log: silentLog });
    await journal.append({
      v: 1,
      kind: 'act',
      act: {
        actId: 'act-1',
        kind: 'give',
        subject: 'Checked in',
        time: clock.now(),
        clockSkewMs: null,
        operator: { id: '9', label: 'Sam R.' },
        station: 'Front desk',
        undoes: null,
      },
      wishes: [
        {
          wishId: 'wish-1',
          userId: '77',
          roleId: 'r1',
          roleName: 'Checked in',
          roleScope: 'convention',
          wanted: 'held',
          exactScope: false,
          base: { held: false, roleScope: null },
          undoes: null,
        },
      ],
      collapses: [],
      supersedes: [],
    });
    await journal.close();
    expect(await handlers['connections:unsent']({ connectionId: alpha.id })).toEqual({
      waiting: 1,
      refused: 0,
      first: [
        {
          time: clock.now(),
          operator: 'Sam R.',
          userId: '77',
          displayName: null,
          roleName: 'Checked in',
          roleScope: 'convention',
          wanted: 'held',
        },
      ],
    });
    save('/out.csv');
    expect(await handlers['connections:export-journal']({ connectionId: alpha.id })).toEqual({ saved: true });
    expect(files.content.get('/out.csv')).toContain('Sam R.,Front desk,77,r1,Checked in,convention,give,waiting');
  });
});
