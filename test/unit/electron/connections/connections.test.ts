import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reachability } from '../../../../contract/desk/connections.ts';
import { checkAddresses } from '../../../../electron/connections/connection.ts';
import { ConnectionStore, withoutSecret } from '../../../../electron/connections/connection-store.ts';
import { nextReachability } from '../../../../electron/connections/reachability.ts';
import { parseConnectionFile } from '../../../../electron/connections/read-connection-file.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createFakeCipher, createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const redirectUri = 'rolecall://oauth/callback';
const codeOf = (act: () => unknown): unknown => {
  try {
    act();
    return 'nothing thrown';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('checkAddresses (checklist B01)', () => {
  it.each([
    ['https://service.example', 'https://service.example'],
    ['https://service.example/', 'https://service.example'],
    ['https://service.example/event//', 'https://service.example/event'],
    ['HTTPS://Service.Example:443/Event', 'https://service.example/Event'],
    ['http://127.0.0.1:4711/', 'http://127.0.0.1:4711'],
    ['http://[::1]:4711', 'http://[::1]:4711'],
  ])('takes %s', (baseUrl, result) => {
    expect(checkAddresses({ baseUrl, redirectUri }).baseUrl).toBe(result);
  });

  it.each([
    ['http://service.example', 'connection-insecure'],
    ['http://192.168.1.5', 'connection-insecure'],
    ['http://localhost:4711', 'connection-insecure'],
    ['http://127.0.0.1.evil.example', 'connection-insecure'],
    ['ftp://service.example', 'connection-insecure'],
    ['file:///etc', 'connection-insecure'],
    ['javascript:1', 'connection-insecure'],
    ['service.example', 'connection-not-understood'],
    ['', 'connection-not-understood'],
    ['https://user:pass@service.example', 'connection-not-understood'],
    ['https://service.example/?a=b', 'connection-not-understood'],
    ['https://service.example/#x', 'connection-not-understood'],
  ])('refuses %s', (baseUrl, code) => {
    expect(codeOf(() => checkAddresses({ baseUrl, redirectUri }))).toBe(code);
  });

  it.each([
    ['rolecall://oauth/callback', true],
    ['http://127.0.0.1/back', true],
    ['http://127.0.0.1:4711/back', true],
    ['http://[::1]/back', true],
    ['http://localhost/back', false],
    ['https://127.0.0.1/back', false],
    ['rolecall://oauth/callback?x=1', false],
    ['rolecall://other', false],
    ['http://127.0.0.1/back?x', false],
    ['http://127.0.0.1@evil.example/', false],
    ['other://oauth/callback', false],
  ])('knows its redirect address: %s', (uri, known) => {
    const result = codeOf(() => checkAddresses({ baseUrl: 'https://a.example', redirectUri: uri }));
    expect(result).toBe(known ? 'nothing thrown' : 'connection-not-understood');
  });
});

describe('parseConnectionFile', () => {
  const whole = { name: 'Con', baseUrl: 'https://a.example', clientId: 1001, clientSecret: 's3cret' };

  it('fills in what is usual', () => {
    expect(parseConnectionFile(`\uFEFF${JSON.stringify(whole)}`)).toEqual({
      ...whole,
      clientId: '1001',
      redirectUri,
      oboScopes: ['pii:basic'],
      dataAccess: 'automatic',
      pkce: true,
    });
  });

  it.each([
    ['', 'not JSON'],
    ['[]', 'not an object'],
    [JSON.stringify({ ...whole, clientSecret: undefined }), '"clientSecret"'],
    [JSON.stringify({ ...whole, dataAccess: 'sometimes' }), '"dataAccess"'],
    [JSON.stringify({ ...whole, oboScopes: 'pii:basic' }), '"oboScopes"'],
    [' '.repeat(70_000), 'too large'],
  ])('says what is wrong and never the secret: %j', (text, words) => {
    let message = '';
    try {
      parseConnectionFile(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(words);
    expect(message).not.toContain('s3cret');
  });
});

describe('ConnectionStore', () => {
  const file = (change = {}) =>
    parseConnectionFile(
      JSON.stringify({
        name: 'Tübingen Con!',
        baseUrl: 'https://a.example/',
        clientId: 1,
        clientSecret: 'canary',
        ...change,
      }),
    );
  function setUp() {
    const files = createMemoryFiles();
    const cipher = createFakeCipher();
    const open = async () => {
      const store = new ConnectionStore({ files, cipher, userData: '/u', now: () => 1, log: silentLog });
      await store.load();
      return store;
    };
    return { files, cipher, open };
  }

  it('keeps connections over a restart, the secret sealed in the folder of its own', async () => {
    const { files, open } = setUp();
    const added = await (await open()).add(file());
    expect(added.id).toMatch(/^t-bingen-con-[0-9a-f]{6}$/);
    const store = await open();
    expect(store.current()).toEqual(added);
    expect(await store.secretOf(added.id)).toBe('canary');
    expect([...files.content.keys()]).toEqual([
      `/u/connections/${added.id}/application-secret.json`,
      '/u/connections.json',
    ]);
    expect([...files.content.values()].join('')).not.toContain('canary');
  });

  it('keeps the secret in memory only without a safe keyring', async () => {
    const { files, cipher, open } = setUp();
    cipher.strength = 'weak';
    const store = await open();
    const { id } = await store.add(file());
    expect(await store.secretOf(id)).toBe('canary');
    expect([...files.content.keys()]).toEqual(['/u/connections.json']);
    expect(await (await open()).secretOf(id)).toBeNull();
  });

  it('tells a secret that the keyring does not give just now from one that is gone', async () => {
    const { files, cipher, open } = setUp();
    const { id } = await (await open()).add(file());
    const codeOf = async (): Promise<string> => {
      const store = await open();
      expect(await store.secretOf(id)).toBeNull();
      return withoutSecret(await store.secretPlaceOf(id)).code;
    };
    cipher.mode = 'locked';
    expect(await codeOf()).toBe('keyring-locked');
    cipher.mode = 'works';
    cipher.strength = 'unavailable';
    expect(await codeOf()).toBe('keyring-locked');
    cipher.strength = 'strong';
    expect(await (await open()).secretOf(id)).toBe('canary');
    files.content.delete(`/u/connections/${id}/application-secret.json`);
    expect(await codeOf()).toBe('connection-secret-missing');
  });

  it('replaces the connection with the same service and application, and keeps others apart', async () => {
    const { open } = setUp();
    const store = await open();
    const first = await store.add(file());
    expect((await store.add(file({ name: 'New name', clientSecret: 'other' }))).id).toBe(first.id);
    const second = await store.add(file({ clientId: 2 }));
    expect(second.id).not.toBe(first.id);
    expect(store.all().map(({ name }) => name)).toEqual(['New name', 'Tübingen Con!']);
    expect(await store.secretOf(first.id)).toBe('other');
    await store.use(first.id);
    expect((await open()).current()?.id).toBe(first.id);
    await store.use(null);
    expect((await open()).current()).toBeNull();
    await expect(store.use('nobody')).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('mixes nothing of two connections, whatever is changed or removed', async () => {
    const { files, open } = setUp();
    const store = await open();
    const first = await store.add(file());
    const second = await store.add(file({ baseUrl: 'https://b.example', clientSecret: 'second' }));
    expect(path.relative(store.folderOf(first.id), store.folderOf(second.id))).toMatch(/^\.\./);
    files.content.set(path.join(store.journalFolderOf(first.id), 'journal-000001.jsonl'), 'of the first');
    files.content.set(path.join(store.journalFolderOf(second.id), 'journal-000001.jsonl'), 'of the second');
    await store.update(first.id, file({ name: 'Renamed', clientSecret: 'first' }));
    expect(store.all().map(({ id, name }) => [id, name])).toEqual([
      [first.id, 'Renamed'],
      [second.id, 'Tübingen Con!'],
    ]);
    expect([await store.secretOf(first.id), await store.secretOf(second.id)]).toEqual(['first', 'second']);
    expect(store.current()?.id).toBe(second.id);
    await expect(store.update('nobody', file())).rejects.toMatchObject({ code: 'bad-input' });
    await store.remove(first.id);
    const left = [...files.content].filter(([name]) => name.includes('connections/')).map(([name]) => name);
    expect(left.every((name) => name.startsWith(store.folderOf(second.id)))).toBe(true);
    expect([...files.content.values()]).toContain('of the second');
    expect([...files.content.values()]).not.toContain('of the first');
    expect(await store.secretOf(second.id)).toBe('second');
  });

  it('knows the connection of the same service and application, however its address is written', async () => {
    const { open } = setUp();
    const store = await open();
    const { id } = await store.add(file());
    expect(store.sameAs(file({ baseUrl: 'HTTPS://A.example:443//' }))?.id).toBe(id);
    expect(store.sameAs(file({ clientId: 2 }))).toBeNull();
    expect(store.sameAs(file({ baseUrl: 'https://a.example/other' }))).toBeNull();
  });

  it('forgets everything of a removed connection', async () => {
    const { files, open } = setUp();
    const store = await open();
    const { id } = await store.add(file());
    files.content.set(`/u/connections/${id}/journal/1`, 'x');
    await store.remove(id);
    expect([...files.content.keys()]).toEqual(['/u/connections.json']);
    expect(store.all()).toEqual([]);
    expect(await store.secretOf(id)).toBeNull();
  });

  it('leaves no secret behind of a connection that could not be kept', async () => {
    const { files, open } = setUp();
    const store = await open();
    const { write } = files;
    files.write = (name, text) =>
      name === '/u/connections.json' ? Promise.reject(new RolecallError('storage-full', 'Full.')) : write(name, text);
    await expect(store.add(file())).rejects.toMatchObject({ code: 'storage-full' });
    expect([...files.content.keys()]).toEqual([]);
    files.write = write;
    const { id } = await store.add(file());
    files.write = () => Promise.reject(new RolecallError('storage-full', 'Full.'));
    await expect(store.add(file({ clientSecret: 'new' }))).rejects.toMatchObject({ code: 'storage-full' });
    expect(files.content.has(`/u/connections/${id}/application-secret.json`)).toBe(true);
  });

  it.each(['', '\0\0', '{"version":1}', 'null'])('sets damaged settings aside: %j (reports C43, C45)', async (text) => {
    const { files, open } = setUp();
    files.content.set('/u/connections.json', text);
    const store = await open();
    expect(store.all()).toEqual([]);
    expect(store.problem()).toBe('set-aside');
    await store.add(file());
    expect(store.problem()).toBeNull();
    expect([...files.content.keys()]).toContain('/u/connections.json.corrupt-1');
  });

  it('touches no folder that a damaged list no longer names: changes that nobody sent may lie there', async () => {
    const { files, open } = setUp();
    const { id } = await (await open()).add(file());
    const journal = `/u/connections/${id}/journal/journal-000001.jsonl`;
    files.content.set(journal, 'a change');
    const list = files.content.get('/u/connections.json') ?? '';
    files.content.set('/u/connections.json', list.slice(0, -9));
    const again = await (await open()).add(file());
    expect(again.id).not.toBe(id);
    expect(files.content.get(journal)).toBe('a change');
    // As the administrator's guide says: the list put back brings everything back.
    files.content.set('/u/connections.json', list);
    const restored = await open();
    expect(restored.current()?.id).toBe(id);
    expect(await restored.secretOf(id)).toBe('canary');
  });

  it('leaves settings of a newer version alone (checklist B73)', async () => {
    const { files, open } = setUp();
    files.content.set('/u/connections.json', '{"version":2,"else":true}');
    const store = await open();
    await expect(store.add(file())).rejects.toMatchObject({ code: 'settings-newer' });
    expect(files.content.get('/u/connections.json')).toBe('{"version":2,"else":true}');
  });
});

describe('nextReachability', () => {
  const unknown: Reachability = { kind: 'unknown' };
  const online: Reachability = { kind: 'online', since: 1 };
  const failed = (code: 'network-unreachable' | 'service-forbidden' | 'sign-in-required', at = 9) =>
    ({ kind: 'failed', at, code, nextTryAt: null }) as const;

  it('believes outcomes only', () => {
    expect(nextReachability(unknown, { kind: 'answered', at: 1 })).toEqual(online);
    expect(nextReachability(online, { kind: 'answered', at: 5 })).toBe(online);
    const offline = nextReachability(online, failed('network-unreachable'));
    expect(offline).toEqual({ kind: 'offline', since: 9, reason: 'network-unreachable', nextTryAt: null });
    expect(nextReachability(offline, failed('network-unreachable', 20))).toBe(offline);
    expect(nextReachability(offline, { kind: 'answered', at: 30 })).toEqual({ kind: 'online', since: 30 });
    expect(nextReachability(offline, { kind: 'reset' })).toEqual(unknown);
  });

  it('takes a refusal for proof that the service is there, and a missing sign-in for nothing', () => {
    expect(nextReachability(unknown, failed('service-forbidden')).kind).toBe('online');
    expect(nextReachability(unknown, failed('sign-in-required'))).toBe(unknown);
  });
});
