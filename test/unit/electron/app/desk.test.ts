import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bridge, Publish } from '../../../../contract/desk/channel-map.ts';
import { administratorPinSchema } from '../../../../contract/desk/handed-stations.ts';
import type { SignInState } from '../../../../contract/desk/sign-in.ts';
import { appHandlers } from '../../../../electron/app/app-info.ts';
import { parseCommandLine } from '../../../../electron/app/command-line.ts';
import { createDesk, type Opening } from '../../../../electron/app/desk.ts';
import type { DeskSession } from '../../../../electron/app/desk-session.ts';
import { emptyDesk } from '../../../../electron/app/empty-desk.ts';
import { LaunchLinkInbox } from '../../../../electron/app/launch-link-inbox.ts';
import { createLeftLocked } from '../../../../electron/app/left-locked.ts';
import { ConnectionStore } from '../../../../electron/connections/connection-store.ts';
import { sealConnection } from '../../../../electron/connections/desk-code.ts';
import { deskLinkOf } from '../../../../electron/connections/desk-link.ts';
import { parseConnectionFile } from '../../../../electron/connections/read-connection-file.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createPreflight } from '../../../../electron/preflight/create-preflight.ts';
import { createSettingsStore } from '../../../../electron/settings/settings-store.ts';
import { hashPin } from '../../../../electron/sign-in/pin.ts';
import { writeHandedStations } from '../../../../electron/stations/station-store.ts';
import { codeOf } from '../../../support/code-of.ts';
import { createHandClock, settle } from '../../../support/directory/hand-clock.ts';
import { noSupport } from '../../../support/no-support.ts';
import { createFakeCipher, createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const practiceOpening: Opening = {
  connection: {
    id: 'practice',
    practice: true,
    name: 'Practice',
    baseUrl: 'http://127.0.0.1:4711',
    clientId: '1001',
    redirectUri: 'rolecall://oauth/callback',
    oboScopes: ['pii:basic'],
    dataAccess: 'automatic',
    pkce: true,
  },
  clientSecret: 's',
  secretPlace: 'memory',
  folder: '/u/practice',
};
const file = (name: string) =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, clientId: 1, clientSecret: `secret-of-${name}` });

function setUp(args: string[] = [], files = createMemoryFiles()) {
  const cipher = createFakeCipher();
  const happened: string[] = [];
  const retention: string[] = [];
  const published: string[] = [];
  const delivered: string[] = [];
  const sessions: {
    opening: Opening;
    publish: Parameters<Parameters<typeof createDesk>[0]['openSession']>[1]['publish'];
  }[] = [];
  const inbox = new LaunchLinkInbox(silentLog);
  /** Those that take a while to be read, by the connection's name. */
  const journals = new Map<string, Promise<void>>();
  let chosen: string | null = null;
  let locked = false;
  const presence = new AbortController();
  let saveAs: Promise<string | null> = Promise.resolve(null);
  let practiceError: RolecallError | null = null;
  let clearError: RolecallError | null = null;
  let signIn: SignInState = {
    kind: 'signed-out',
    notice: null,
    kept: 'keyring',
    comesBackByItself: true,
    linksOpenWith: 'rolecall',
  };
  let closeError: RolecallError | null = null;
  let saving: Promise<void> = Promise.resolve();
  const clock = createHandClock();
  const publish: Publish = (name, payload) => void published.push(`${name} ${JSON.stringify(payload)}`);
  const settings = createSettingsStore({ files, file: '/u/settings.json', log: silentLog, publish });
  const desk = createDesk({
    appHandlers: { ...appHandlers('1', 'linux', () => []), ...noSupport },
    commandLine: parseCommandLine(args),
    workingDirectory: '/work-folder',
    store: new ConnectionStore({ files, cipher, userData: '/u', now: () => 1, log: silentLog }),
    settings,
    retention: { check: async () => void retention.push('looks'), dispose: () => void retention.push('ends') },
    files,
    inbox,
    log: silentLog,
    publish,
    practice: {
      start: async () => {
        happened.push('practice starts');
        if (practiceError !== null) throw practiceError;
        return practiceOpening;
      },
      stop: async () => void happened.push('practice stops'),
      state: () => ({ service: 'running' }),
      startService: () => void happened.push('practice service starts again'),
      clear: async () => {
        if (clearError !== null) throw clearError;
        happened.push('practice is cleared');
      },
    },
    preflight: createPreflight({
      userData: '/u',
      files,
      cipher: createFakeCipher(),
      links: { look: async () => 'rolecall' },
      transport: () => Promise.reject(new RolecallError('network-unreachable', 'No network here.')),
      clock: createHandClock(),
      log: silentLog,
      publish,
      saveDialog: async () => null,
      onBattery: () => false,
      freeBytes: async () => 50 * 1024 ** 3,
      random: () => 0.5,
    }),
    openSession: (opening, { publish }) => {
      const { name } = opening.connection;
      sessions.push({ opening, publish });
      happened.push(`opens ${name}`);
      const session: DeskSession = {
        connection: opening.connection,
        clientSecret: opening.clientSecret,
        tokenUses: () => [],
        operatorAccess: async () => null,
        handlers: {
          ...emptyDesk,
          'role-changes:read': async (input) => {
            await journals.get(name);
            return { ...(await emptyDesk['role-changes:read'](input)), waiting: name.length };
          },
          'sign-in:read': () => signIn,
          'sign-in:start': () => {
            happened.push(`${name} signs in`);
            return {};
          },
          'sign-in:cancel': () => ({}),
          'sign-in:open-browser-again': () => ({}),
          'sign-in:copy-link': () => ({}),
          'sign-in:copy-request': () => ({}),
          'sign-in:take-over-links': () => ({}),
          'sign-in:paste-address': () => ({}),
          'sign-in:sign-out': () => ({}),
          'sign-in:lock': () => ({}),
          'sign-in:unlock': () => ({}),
          'sign-in:set-pin': () => ({}),
        },
        reachability: () => ({ kind: 'unknown' }),
        isLocked: () => locked,
        presence: () => presence.signal,
        administrator: { access: () => 'free', require: () => {} },
        deliver: (link) => void delivered.push(`${name} ${link}`),
        fallAsleep: () => void happened.push(`${name} falls asleep`),
        wakeUp: () => void happened.push(`${name} wakes up`),
        showRushBoard: () => void happened.push(`${name} shows its board`),
        start: async () => void happened.push(`starts ${name}`),
        close: async () => {
          happened.push(`closes ${name}`);
          if (closeError !== null) throw closeError;
          await saving;
        },
      };
      return session;
    },
    transport: () => Promise.reject(new RolecallError('network-unreachable', 'No network here.')),
    clock,
    copyText: () => {},
    saveDialog: () => saveAs,
    bringToFront: () => void happened.push('comes to the front'),
    chooseFile: async () => chosen,
  });
  const names = async () => {
    const { all } = await desk.handlers['connections:read']({});
    return all.map(({ name, current }) => (current ? `[${name}]` : name));
  };
  return {
    desk,
    clock,
    files,
    cipher,
    inbox,
    happened,
    retention,
    published,
    delivered,
    sessions,
    journals,
    names,
    choose: (text: string | null) => {
      chosen = text;
    },
    leave: () => presence.abort(),
    saveAt: (file: Promise<string | null>) => {
      saveAs = file;
    },
    lock: (value: boolean) => {
      locked = value;
    },
    failPractice: (error: RolecallError | null) => {
      practiceError = error;
    },
    restore: (state: SignInState) => {
      signIn = state;
    },
    saveUntil: (saved: Promise<void>) => {
      saving = saved;
    },
    failClosing: (error: RolecallError) => {
      closeError = error;
    },
    failClear: (error: RolecallError) => {
      clearError = error;
    },
  };
}

type Answer<Name extends keyof Bridge['requests']> = Awaited<ReturnType<Bridge['requests'][Name]>>;
const idOf = async (desk: ReturnType<typeof setUp>['desk'], name: string): Promise<string> => {
  const state = (await desk.handlers['connections:read']({})) satisfies (Answer<'connections:read'> & {
    ok: true;
  })['value'];
  return state.all.find((connection) => connection.name === name)?.id ?? '';
};

describe('createDesk', () => {
  it('opens practice mode while no connection is set up, and delivers a link that waited', async () => {
    const { desk, inbox, happened, delivered, names } = setUp();
    expect(await desk.handlers['sign-in:read']({})).toMatchObject({ kind: 'starting' });
    inbox.put('rolecall://x', 'arguments');
    await desk.start();
    expect(happened).toEqual(['practice starts', 'opens Practice', 'starts Practice']);
    expect(delivered).toEqual(['Practice rolecall://x']);
    expect(await names()).toEqual(['[Practice]']);
    expect(await desk.handlers['sign-in:read']({})).toMatchObject({ kind: 'signed-out' });
  });

  it('opens the connection of last time, with its own secret and folder', async () => {
    const first = setUp(['--connection=a.json']);
    first.files.content.set(path.resolve('/work-folder', 'a.json'), file('alpha'));
    await first.desk.start();
    expect(first.happened).toEqual(['opens alpha', 'starts alpha']);
    const second = setUp([], first.files);
    await second.desk.start();
    expect(second.happened).toEqual(['opens alpha', 'starts alpha']);
    const { opening } = second.sessions[0] ?? {};
    expect(opening?.clientSecret).toBe('secret-of-alpha');
    expect(opening?.folder).toBe(path.join('/u', 'connections', opening?.connection.id ?? ''));
    const practice = setUp(['--practice'], first.files);
    await practice.desk.start();
    expect(practice.happened[0]).toBe('practice starts');
    expect(await practice.names()).toEqual(['alpha', '[Practice]']);
  });

  /** Two connections, of which the second is open. */
  async function alphaBesideBeta() {
    const made = setUp();
    await made.desk.start();
    for (const name of ['alpha', 'beta']) {
      made.files.content.set('/a.json', file(name));
      made.choose('/a.json');
      await made.desk.handlers['connections:choose-file']({});
      await settle();
    }
    const [alpha, beta] = [await idOf(made.desk, 'alpha'), await idOf(made.desk, 'beta')];
    const folderOf = (id: string) => path.join('/u', 'connections', id);
    return { ...made, alpha, beta, folderOf };
  }

  it('asks for a connection’s own PIN also while another one is open, and not for changing over to it', async () => {
    const { desk, files, alpha, beta, folderOf } = await alphaBesideBeta();
    const link = (connectionId: string) => codeOf(() => desk.handlers['connections:make-desk-link']({ connectionId }));
    expect([await link(alpha), await link(beta)]).toEqual(['answered', 'answered']);
    await writeHandedStations(files, folderOf(alpha), {
      book: { stations: [], currentId: null },
      pin: administratorPinSchema.parse(await hashPin('2468')),
    });
    expect([await link(alpha), await link(beta)]).toEqual(['administrator-required', 'answered']);
    for (const name of ['connections:unsent', 'connections:export-journal', 'connections:remove'] as const) {
      expect(await codeOf(() => desk.handlers[name]({ connectionId: alpha })), name).toBe('administrator-required');
    }
    expect(await codeOf(() => desk.handlers['connections:use']({ connectionId: alpha }))).toBe('answered');
  });

  it('replaces a connection that has a PIN by no file and no desk link while another one is open', async () => {
    const { desk, files, alpha, folderOf, choose } = await alphaBesideBeta();
    const stations = {
      book: { stations: [], currentId: null },
      pin: administratorPinSchema.parse(await hashPin('2468')),
    };
    await writeHandedStations(files, folderOf(alpha), stations);
    const mine = JSON.stringify({ ...JSON.parse(file('alpha')), stations: { ...stations, pin: null } });
    const before = new Map(files.content);

    files.content.set('/mine.json', mine);
    choose('/mine.json');
    expect(await codeOf(() => desk.handlers['connections:choose-file']({}))).toBe('administrator-required');
    const link = deskLinkOf(await sealConnection(parseConnectionFile(mine), 'p'));
    await desk.handlers['connections:offer']({ text: link });
    await desk.handlers['connections:unseal']({ passphrase: 'p' });
    expect(await codeOf(() => desk.handlers['connections:accept-offer']({}))).toBe('administrator-required');
    expect(files.content).toEqual(before.set('/mine.json', mine));
    expect((await desk.handlers['connections:read']({})).problem).toBeUndefined();

    files.content.set('/other.json', file('gamma'));
    choose('/other.json');
    expect(await codeOf(() => desk.handlers['connections:choose-file']({}))).toBe('answered');
    // Its own desk decides for itself: this one has given the PIN, or has none.
    await desk.handlers['connections:use']({ connectionId: alpha });
    expect(await codeOf(() => desk.handlers['connections:accept-offer']({}))).toBe('answered');
  }, 60_000);

  it('gives nothing of a connection away that was left locked, open or not, until somebody signs in', async () => {
    const { desk, files, alpha, beta, folderOf } = await alphaBesideBeta();
    const note = createLeftLocked(files, folderOf(alpha), silentLog);
    for (const kind of ['signed-in', 'locked', 'signed-out'] as const) note.follow(kind);
    await note.settled();
    const link = (connectionId: string) => codeOf(() => desk.handlers['connections:make-desk-link']({ connectionId }));
    const list = () => codeOf(() => desk.handlers['role-changes:list']({ which: 'all', before: null, limit: 5 }));
    expect([await link(alpha), await link(beta), await list()]).toEqual(['sign-in-required', 'answered', 'answered']);
    for (const name of ['connections:unsent', 'connections:export-journal', 'connections:remove'] as const) {
      expect(await codeOf(() => desk.handlers[name]({ connectionId: alpha })), name).toBe('sign-in-required');
    }
    await desk.handlers['connections:use']({ connectionId: alpha });
    expect([await link(alpha), await list()]).toEqual(['sign-in-required', 'sign-in-required']);
    note.follow('signed-in');
    await note.settled();
    expect([await link(alpha), await list()]).toEqual(['answered', 'answered']);
  });

  it('writes nothing of a connection where whoever asked left while the place was being chosen', async () => {
    const { desk, files, alpha, beta, saveAt, leave } = await alphaBesideBeta();
    await desk.handlers['connections:make-desk-link']({ connectionId: beta });
    let choose = (_file: string): void => {};
    saveAt(
      new Promise((resolve) => {
        choose = resolve;
      }),
    );
    const saving = [
      codeOf(() => desk.handlers['connections:export-journal']({ connectionId: alpha })),
      codeOf(() => desk.handlers['connections:save-desk-link']({})),
    ];
    await settle();
    leave();
    choose('/chosen');
    expect(await Promise.all(saving)).toEqual(['save-given-up', 'save-given-up']);
    expect(files.content.has('/chosen')).toBe(false);
  });

  it('leaves nothing of one connection’s changes on the screen while the journal of the next is read', async () => {
    const { desk, files, published, journals, choose } = setUp();
    await desk.start();
    await settle();
    const waiting = (): string[] =>
      published.flatMap((line) => (line.startsWith('role-changes') ? (/"waiting":(\d+)/.exec(line)?.[1] ?? []) : []));
    expect(waiting()).toEqual(['0', '8']);
    let opened = (): void => {};
    journals.set(
      'alpha',
      new Promise((resolve) => {
        opened = resolve;
      }),
    );
    files.content.set('/a.json', file('alpha'));
    choose('/a.json');
    await desk.handlers['connections:choose-file']({});
    await settle();
    expect(waiting()).toEqual(['0', '8', '0']);
    // And another one before it was read: it has nothing more to say.
    files.content.set('/a.json', file('beta'));
    await desk.handlers['connections:choose-file']({});
    await settle();
    opened();
    await settle();
    expect(waiting()).toEqual(['0', '8', '0', '0', '4']);
  });

  it('closes one connection whole before it opens another, and lets it say nothing more', async () => {
    const { desk, files, happened, published, sessions, names, choose } = setUp();
    await desk.start();
    files.content.set('/a.json', file('alpha'));
    choose('/a.json');
    expect(await desk.handlers['connections:choose-file']({})).toEqual({ chosen: true });
    expect(happened.slice(3)).toEqual(['closes Practice', 'practice stops', 'opens alpha', 'starts alpha']);
    expect(await names()).toEqual(['[alpha]', 'Practice']);
    await settle();
    published.length = 0;
    sessions[0]?.publish('directory:changed', { people: 9, upToDateAt: null, sweep: null, problem: null });
    expect(published).toEqual([]);
    sessions[1]?.publish('directory:changed', { people: 9, upToDateAt: null, sweep: null, problem: null });
    expect(published).toHaveLength(1);

    await desk.handlers['connections:use']({ connectionId: 'practice' });
    expect(await names()).toEqual(['alpha', '[Practice]']);
    await desk.handlers['connections:use']({ connectionId: await idOf(desk, 'alpha') });
    expect(await names()).toEqual(['[alpha]', 'Practice']);
    await desk.handlers['connections:remove']({ connectionId: await idOf(desk, 'alpha') });
    expect(await names()).toEqual(['[Practice]']);
    expect([...files.content.keys()].filter((name) => name.startsWith('/u/connections/'))).toEqual([]);
  });

  it('says what was wrong with a file and stays where it is', async () => {
    const { desk, files, happened, choose } = setUp();
    await desk.start();
    choose(null);
    expect(await desk.handlers['connections:choose-file']({})).toEqual({ chosen: false });
    files.content.set('/bad.json', '{"name":"x"}');
    choose('/bad.json');
    const problem = async () => (await desk.handlers['connections:read']({})).problem;
    await desk.handlers['connections:choose-file']({});
    expect(await problem()).toEqual({ what: 'field-missing', field: 'baseUrl' });
    files.content.set('/http.json', file('alpha').replace('https', 'http'));
    choose('/http.json');
    await desk.handlers['connections:choose-file']({});
    expect(await problem()).toEqual({ what: 'address-not-secure', field: 'baseUrl' });
    await desk.handlers['connections:dismiss-problem']({});
    expect(await problem()).toBeUndefined();
    expect(happened).toEqual(['practice starts', 'opens Practice', 'starts Practice']);
  });

  it('says that practice mode did not start, and tries again when asked to sign in', async () => {
    const { desk, happened, failPractice } = setUp();
    failPractice(new RolecallError('practice-not-started', 'No.'));
    await desk.start();
    expect(await desk.handlers['sign-in:read']({})).toMatchObject({
      kind: 'signed-out',
      notice: 'practice-not-started',
    });
    failPractice(null);
    await desk.handlers['sign-in:start']({});
    await settle();
    expect(happened.slice(-2)).toEqual(['opens Practice', 'starts Practice']);
  });

  it('says that the list of connections could not be read, leaves it alone, and tries again when asked to sign in', async () => {
    const first = setUp(['--connection=a.json']);
    first.files.content.set(path.resolve('/work-folder', 'a.json'), file('alpha'));
    await first.desk.start();
    const list = path.join('/u', 'connections.json');
    const kept = first.files.content.get(list);

    const { read } = first.files;
    const held = new RolecallError('storage-unwritable', 'A virus scanner holds it.');
    first.files.read = (name) => (name === list ? Promise.reject(held) : read(name));
    const { desk, happened, names, choose, files } = setUp([], first.files);
    await desk.start();
    expect(await desk.handlers['sign-in:read']({})).toMatchObject({
      kind: 'signed-out',
      notice: 'storage-unwritable',
    });
    files.content.set('/b.json', file('beta'));
    choose('/b.json');
    await desk.handlers['connections:choose-file']({});
    await desk.handlers['sign-in:start']({});
    await settle();
    expect(files.content.get(list)).toBe(kept);
    expect(happened).toEqual([]);

    files.read = read;
    await desk.handlers['sign-in:start']({});
    await settle();
    expect(happened).toEqual(['opens alpha', 'starts alpha']);
    expect(await names()).toEqual(['[alpha]', 'Practice']);
  });

  it('finds the secret in a keyring that came later, when asked to sign in (report C22)', async () => {
    const first = setUp(['--connection=a.json']);
    first.files.content.set(path.resolve('/work-folder', 'a.json'), file('alpha'));
    await first.desk.start();
    const { desk, happened, cipher, sessions } = setUp([], first.files);
    cipher.strength = 'unavailable';
    await desk.start();
    expect(sessions.map(({ opening }) => [opening.clientSecret, opening.secretPlace])).toEqual([[null, 'locked']]);
    await desk.handlers['sign-in:start']({});
    expect(happened).toEqual(['opens alpha', 'starts alpha', 'alpha signs in']);

    cipher.strength = 'strong';
    await desk.handlers['sign-in:start']({});
    expect(sessions.map(({ opening }) => opening.clientSecret)).toEqual([null, 'secret-of-alpha']);
    expect(happened.slice(3)).toEqual(['closes alpha', 'opens alpha', 'starts alpha', 'alpha signs in']);
  });

  it('starts no sign-in where the secret that came later brought the operator back', async () => {
    const first = setUp(['--connection=a.json']);
    first.files.content.set(path.resolve('/work-folder', 'a.json'), file('alpha'));
    await first.desk.start();
    const { desk, happened, cipher, restore } = setUp([], first.files);
    cipher.strength = 'unavailable';
    await desk.start();
    cipher.strength = 'strong';
    const operator = { id: '7', label: 'Ada', initials: 'A' };
    restore({ kind: 'locked', operator, because: 'asked', pinSet: true, triesLeft: 10, nextTryAt: null });
    await desk.handlers['sign-in:start']({});
    expect(happened).toEqual(['opens alpha', 'starts alpha', 'closes alpha', 'opens alpha', 'starts alpha']);
  });

  it('says on the screen that a file on the command line was left out', async () => {
    const { desk, happened } = setUp(['--connection=missing.json']);
    await desk.start();
    expect((await desk.handlers['connections:read']({})).problem).toEqual({ what: 'not-readable', field: null });
    expect(happened).toEqual(['practice starts', 'opens Practice', 'starts Practice']);
  });

  it('asks about a desk link from outside, and gives other links to the sign-in', async () => {
    const { desk, inbox, delivered, happened } = setUp();
    const link = deskLinkOf(await sealConnection(parseConnectionFile(file('alpha')), 'p'));
    inbox.put(link, 'arguments');
    inbox.put('rolecall://oauth/callback?code=1', 'second-instance');
    await desk.start();
    expect(delivered).toEqual(['Practice rolecall://oauth/callback?code=1']);
    expect(happened).toContain('comes to the front');
    expect((await desk.handlers['connections:read']({})).incoming).toMatchObject({ kind: 'sealed', from: 'link' });
  }, 60_000);

  it('takes a connection from a second start', async () => {
    const { desk, files, names } = setUp();
    await desk.start();
    files.content.set(path.resolve('/other-folder', 'b.json'), file('beta'));
    desk.importFromArguments(['electron', '--connection=b.json'], '/other-folder');
    await settle();
    expect(await names()).toEqual(['[beta]', 'Practice']);
  });

  it('changes settings whatever is open', async () => {
    const { desk, published } = setUp();
    await desk.start();
    await settle();
    published.length = 0;
    await desk.handlers['settings:change']({ latestOpened: true });
    expect(published).toEqual([expect.stringMatching(/^settings:changed .*"latestOpened":true/)]);
  });

  it('does not let a locked desk change its connection, by page or by a second start', async () => {
    const { desk, files, names, choose, lock, happened } = setUp();
    await desk.start();
    files.content.set('/b.json', file('beta'));
    choose('/b.json');
    lock(true);
    const before = [...happened];
    for (const ask of [
      () => desk.handlers['connections:choose-file']({}),
      () => desk.handlers['connections:use']({ connectionId: 'practice' }),
      () => desk.handlers['connections:remove']({ connectionId: 'practice' }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'desk-locked' });
    }
    desk.importFromArguments(['electron', '--connection=/b.json'], '/');
    await settle();
    expect(await names()).toEqual(['[Practice]']);
    expect(happened).toEqual(before);
    lock(false);
    expect(await desk.handlers['connections:choose-file']({})).toEqual({ chosen: true });
  });

  it('looks for people nobody uses any more at the start and after a sleep, before anybody sees them', async () => {
    const { desk, retention } = setUp();
    await desk.start();
    expect(retention).toEqual(['looks']);
    desk.wakeUp();
    await desk.close();
    expect(retention).toEqual(['looks', 'looks', 'ends']);
  });

  it('tells what is open of sleeping, waking and the rush board', async () => {
    const { desk, happened } = setUp();
    desk.fallAsleep();
    desk.showRushBoard();
    await desk.start();
    happened.length = 0;
    desk.fallAsleep();
    desk.wakeUp();
    desk.showRushBoard();
    expect(happened).toEqual(['Practice falls asleep', 'Practice wakes up', 'Practice shows its board']);
  });

  it('starts practice over: closed whole, cleared, and opened anew', async () => {
    const { desk, happened, lock } = setUp();
    await desk.start();
    lock(true);
    await expect(desk.handlers['practice:start-over']({})).rejects.toMatchObject({ code: 'desk-locked' });
    lock(false);
    happened.length = 0;
    await desk.handlers['practice:start-over']({});
    expect(happened).toEqual([
      'closes Practice',
      'practice stops',
      'practice is cleared',
      'practice starts',
      'opens Practice',
      'starts Practice',
    ]);
  });

  it('opens again what was in use where its data could not be deleted', async () => {
    const held = new RolecallError('storage-unwritable', 'Somebody holds a file.');
    const practice = setUp();
    await practice.desk.start();
    practice.failClear(held);
    expect(await codeOf(() => practice.desk.handlers['practice:start-over']({}))).toBe('storage-unwritable');
    expect(practice.happened.slice(-3)).toEqual(['practice starts', 'opens Practice', 'starts Practice']);

    const { desk, files, happened, beta, names } = await alphaBesideBeta();
    files.remove = () => Promise.reject(held);
    expect(await codeOf(() => desk.handlers['connections:remove']({ connectionId: beta }))).toBe('storage-unwritable');
    expect(happened.slice(-3)).toEqual(['closes beta', 'opens beta', 'starts beta']);
    expect(await names()).toEqual(['alpha', '[beta]', 'Practice']);
  });

  it('changes over to another connection although the one before ended with an error', async () => {
    const { desk, alpha, happened, failClosing, names } = await alphaBesideBeta();
    failClosing(new RolecallError('storage-full', 'The journal could not be closed.'));
    await desk.handlers['connections:use']({ connectionId: alpha });
    expect(happened.slice(-2)).toEqual(['opens alpha', 'starts alpha']);
    expect(await names()).toEqual(['[alpha]', 'beta', 'Practice']);
  });

  it('never clears practice while another connection is in use', async () => {
    const { desk, files, happened } = setUp(['--connection=a.json']);
    files.content.set(path.resolve('/work-folder', 'a.json'), file('alpha'));
    await desk.start();
    await expect(desk.handlers['practice:start-over']({})).rejects.toMatchObject({ code: 'bad-input' });
    expect(happened).toEqual(['opens alpha', 'starts alpha']);
  });

  it('says how the practice service is doing and starts it again, locked or not', async () => {
    const { desk, happened, lock } = setUp();
    await desk.start();
    lock(true);
    expect(await desk.handlers['practice:read']({})).toEqual({ service: 'running' });
    await desk.handlers['practice:start-service']({});
    expect(happened).toContain('practice service starts again');
  });

  it('waits at the end for what a change of the connection still saves, and opens nothing any more', async () => {
    const { desk, alpha, happened, saveUntil } = await alphaBesideBeta();
    happened.length = 0;
    let saved = (): void => undefined;
    saveUntil(
      new Promise((resolve) => {
        saved = resolve;
      }),
    );
    const changing = desk.handlers['connections:use']({ connectionId: alpha });
    await expect.poll(() => happened).toEqual(['closes beta']);
    let ended = false;
    const closing = desk.close().then(() => {
      ended = true;
    });
    await settle();
    expect(ended).toBe(false);
    saved();
    await Promise.all([closing, changing]);
    expect(happened).toEqual(['closes beta']);
  });

  it('ends although something never finishes saving, such as a keyring that waits for an answer', async () => {
    const { desk, clock, happened, saveUntil } = setUp();
    await desk.start();
    saveUntil(new Promise(() => undefined));
    const closing = desk.close();
    await clock.pass(29_000);
    expect(desk.isClosed()).toBe(false);
    await clock.pass(1_000);
    await closing;
    expect(desk.isClosed()).toBe(true);
    expect(happened.slice(3)).toEqual(['closes Practice', 'practice stops']);
    expect(clock.waiting).toBe(0);
  });

  it('ends everything once', async () => {
    const { desk, happened } = setUp();
    await desk.start();
    expect(desk.isClosed()).toBe(false);
    await desk.close();
    expect(desk.isClosed()).toBe(true);
    expect(happened.slice(3)).toEqual(['closes Practice', 'practice stops']);
  });
});
