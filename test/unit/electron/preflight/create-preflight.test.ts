import { describe, expect, it, vi } from 'vitest';
import type { PreflightRowName, PreflightState } from '../../../../contract/desk/preflight.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { systemClock } from '../../../../electron/ports/clock.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createPreflight, type PreflightConnection } from '../../../../electron/preflight/create-preflight.ts';
import { createFakeCipher, createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const connection = (more: Partial<PreflightConnection['connection']> = {}): PreflightConnection => ({
  connection: {
    id: 'a',
    practice: false,
    name: 'Aurora',
    baseUrl: 'https://aurora.example',
    clientId: '1',
    redirectUri: 'rolecall://oauth/callback',
    oboScopes: ['pii:basic'],
    dataAccess: 'automatic',
    pkce: true,
    ...more,
  },
  clientSecret: 'secret-canary',
  operatorAccess: async () => null,
  handlers: {
    'directory:read': () => ({ people: 12, upToDateAt: Date.now(), sweep: null, problem: null }),
  },
});

const tokenAnswer = JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 });

function setUp() {
  const files = createMemoryFiles();
  const cipher = createFakeCipher();
  const published: PreflightState[] = [];
  const answers = {
    hold: false,
    grant: false,
    date: new Date().toUTCString() as string | null,
    saveTo: '/out.txt' as string | null,
  };
  let release = (): void => {};
  const preflight = createPreflight({
    userData: '/u',
    files,
    cipher,
    links: { look: async () => 'rolecall' },
    transport: (request) =>
      new Promise((resolve, reject) => {
        const answer = (): void =>
          answers.date === null
            ? reject(new RolecallError('network-unreachable', 'No network here.'))
            : resolve(
                answers.grant
                  ? {
                      status: 200,
                      headers: { date: answers.date, 'content-type': 'application/json' },
                      body: tokenAnswer,
                    }
                  : { status: 404, headers: { date: answers.date }, body: '' },
              );
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
        if (answers.hold) release = answer;
        else answer();
      }),
    clock: systemClock,
    log: silentLog,
    publish: (name, payload) => {
      if (name === 'preflight:changed') published.push(payload as PreflightState);
    },
    saveDialog: async () => answers.saveTo,
    onBattery: () => true,
    freeBytes: async () => 50 * 1024 ** 3,
    random: () => 0.5,
    drillPauseMs: 0,
  });
  const state = async (): Promise<PreflightState> => preflight.handlers['preflight:read']({});
  const rowOf = async (row: PreflightRowName) => (await state()).rows.find((each) => each.row === row);
  const settled = (): Promise<void> =>
    vi.waitFor(async () => {
      expect((await state()).rows.every(({ progress }) => progress === 'resting')).toBe(true);
    });
  const run = async (...rows: Parameters<(typeof preflight.handlers)['preflight:run']>[0]['rows']) => {
    await preflight.handlers['preflight:run']({ rows });
    await settled();
  };
  return { files, cipher, published, answers, release: () => release(), preflight, state, rowOf, run, settled };
}

describe('the preflight', () => {
  it('looks at rows in their order, one at a time', async () => {
    const { preflight, published, run, rowOf } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    await run('power', 'disk', 'keyring', 'links', 'people', 'clock');
    const running = published
      .map(({ rows }) => rows.filter(({ progress }) => progress === 'running').map(({ row }) => row))
      .filter((rows) => rows.length > 0);
    expect(running.every((rows) => rows.length === 1)).toBe(true);
    expect([...new Set(running.flat())]).toEqual(['keyring', 'links', 'people', 'clock', 'disk', 'power']);
    for (const row of ['keyring', 'links', 'people', 'clock', 'disk'] as const) {
      expect((await rowOf(row))?.result).toMatchObject({ state: 'fine' });
    }
    expect((await rowOf('power'))?.result).toMatchObject({ state: 'warning', finding: 'on-battery' });
    expect((await rowOf('drill'))?.result).toBeNull();
  });

  it('seals and opens something to know the keyring', async () => {
    const { preflight, cipher, run, rowOf } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    cipher.mode = 'forgets';
    await run('keyring');
    expect((await rowOf('keyring'))?.result?.finding).toBe('keyring-broken');
    cipher.mode = 'works';
    cipher.open = async () => ({ plain: 'something else', resealed: undefined });
    await run('keyring');
    expect((await rowOf('keyring'))?.result?.finding).toBe('keyring-broken');
  });

  it('says what is wrong with the connection, and keeps its secret', async () => {
    const { preflight, answers, run, rowOf, published } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    answers.date = null;
    await run('connection', 'clock');
    expect((await rowOf('connection'))?.result).toMatchObject({
      state: 'failed',
      facts: { tests: [{ step: 'reachable', finding: 'not-reached' }] },
    });
    expect((await rowOf('clock'))?.result?.finding).toBe('clock-unknown');
    expect(JSON.stringify(published)).not.toContain('secret-canary');
  });

  it('says that the operator’s access can not be renewed', async () => {
    const { preflight, answers, run, rowOf } = setUp();
    const operatorAccess = () => Promise.reject(new RolecallError('network-service-broken', 'No.'));
    await preflight.follow({ connection: { ...connection(), operatorAccess }, folder: '/u/a' });
    answers.grant = true;
    await run('connection');
    expect((await rowOf('connection'))?.result?.facts.tests).toContainEqual(
      expect.objectContaining({ step: 'operator', state: 'failed', finding: 'service-broken' }),
    );
  });

  it('needs no link back where the answer comes to a port', async () => {
    const { preflight, run, rowOf } = setUp();
    await preflight.follow({ connection: connection({ redirectUri: 'http://127.0.0.1/callback' }), folder: '/u/a' });
    await run('links');
    expect((await rowOf('links'))?.result).toMatchObject({ state: 'skipped', finding: 'links-not-needed' });
  });

  it('stops at once, keeps earlier results and leaves out the rest', async () => {
    const { preflight, answers, run, settled, rowOf } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    await run('clock');
    const earlier = (await rowOf('clock'))?.result;
    answers.hold = true;
    await preflight.handlers['preflight:run']({ rows: ['clock', 'power'] });
    await preflight.handlers['preflight:stop']({});
    await settled();
    expect((await rowOf('clock'))?.result).toEqual(earlier);
    expect((await rowOf('power'))?.result).toBeNull();
  });

  it('leaves out what needs a connection while none is open', async () => {
    const { run, rowOf } = setUp();
    await run('people', 'connection');
    for (const row of ['people', 'connection'] as const) {
      expect((await rowOf(row))?.result).toMatchObject({ state: 'skipped', finding: 'not-signed-in' });
    }
  });

  it('keeps what was found for each connection by itself', async () => {
    const { preflight, run, rowOf, files } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    await run('power');
    await preflight.handlers['preflight:answer']({ row: 'sound', finding: 'sound-not-heard' });
    await preflight.follow({ connection: connection({ id: 'b' }), folder: '/u/b' });
    expect((await rowOf('power'))?.result).toBeNull();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    expect((await rowOf('power'))?.result?.finding).toBe('on-battery');
    expect((await rowOf('sound'))?.result).toMatchObject({ state: 'warning', finding: 'sound-not-heard' });
    files.content.set('/u/a/preflight.json', '{"results":[{"row":"moon"},7]}');
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    expect((await rowOf('power'))?.result).toBeNull();
  });

  it('keeps what a scan told', async () => {
    const { preflight, rowOf } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    await preflight.handlers['preflight:answer']({
      row: 'scanner',
      finding: 'scanner-layout',
      suffix: 'tab',
      scannerLayout: 'us',
      computerLayout: 'de',
    });
    expect((await rowOf('scanner'))?.result).toMatchObject({
      state: 'warning',
      facts: { suffix: 'tab', scannerLayout: 'us', computerLayout: 'de' },
    });
  });

  it('writes the text where it is told to, or nowhere', async () => {
    const { preflight, files, answers } = setUp();
    expect(await preflight.handlers['preflight:save']({ text: 'Ready' })).toEqual({ saved: true });
    expect(files.content.get('/out.txt')).toBe('Ready\n');
    answers.saveTo = null;
    expect(await preflight.handlers['preflight:save']({ text: 'Ready' })).toEqual({ saved: false });
  });

  it('says when the disk takes nothing', async () => {
    const { preflight, files, run, rowOf } = setUp();
    await preflight.follow({ connection: connection(), folder: '/u/a' });
    files.writeError = new RolecallError('storage-unwritable', 'No.');
    await run('disk');
    expect((await rowOf('disk'))?.result?.finding).toBe('disk-unwritable');
    files.writeError = new RolecallError('storage-full', 'No.');
    await run('disk');
    expect((await rowOf('disk'))?.result?.finding).toBe('disk-low');
  });
});
