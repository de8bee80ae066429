import { expect, it } from 'vitest';
import type { UpdateState } from '../../../../contract/desk/updates.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createUpdates } from '../../../../electron/updates/create-updates.ts';
import {
  electronUpdateSource,
  hasFeed,
  isFeed,
  problemOf,
} from '../../../../electron/updates/electron-update-source.ts';
import { UpdateProblem, type UpdateSource } from '../../../../electron/updates/update-source.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';

function around(source: Partial<UpdateSource> | null, desk = { changesWaiting: 0, personOpen: false }) {
  const clock = createHandClock();
  const told: UpdateState[] = [];
  let installed = 0;
  const updates = createUpdates({
    source:
      source === null
        ? null
        : {
            check: async () => '0.2.0',
            download: async () => {},
            install: async () => {
              installed += 1;
            },
            ...source,
          },
    current: '0.1.0',
    desk: async () => desk,
    clock,
    publish: (_name, payload) => void told.push(payload as UpdateState),
    log: silentLog,
  });
  return { updates, clock, told, installed: () => installed };
}

it('without a feed nothing is ever asked', async () => {
  const { updates, clock, told } = around(null);
  updates.start();
  expect(clock.waiting).toBe(0);
  expect(await updates.handlers['updates:check']({})).toEqual({ kind: 'off' });
  expect(told).toEqual([]);
});

it('looks from time to time, and downloads nothing before somebody asks', async () => {
  let checks = 0;
  let downloads = 0;
  const { updates, clock } = around({
    check: async () => {
      checks += 1;
      return null;
    },
    download: async () => {
      downloads += 1;
    },
  });
  updates.start();
  await clock.pass(9 * 60_000);
  expect(checks).toBe(0);
  await clock.pass(60_000);
  expect(checks).toBe(1);
  await clock.pass(12 * 60 * 60_000);
  expect(checks).toBe(2);
  updates.dispose();
  expect(clock.waiting).toBe(0);
  expect({ checks, downloads }).toEqual({ checks: 2, downloads: 0 });
});

it('fetches, verifies and installs when it is asked to', async () => {
  const { updates, told, installed } = around({ download: async (progress) => progress(55) });
  expect(await updates.handlers['updates:check']({})).toEqual({ kind: 'available', version: '0.2.0' });
  expect(await updates.handlers['updates:download']({})).toMatchObject({ kind: 'downloading' });
  await expect.poll(() => told.at(-1)).toEqual({ kind: 'ready', version: '0.2.0' });
  expect(told).toContainEqual({ kind: 'downloading', version: '0.2.0', percent: 55 });
  expect(installed()).toBe(0);
  await updates.handlers['updates:install']({});
  expect(installed()).toBe(1);
});

it('installs nothing while changes wait', async () => {
  const { updates, told, installed } = around({}, { changesWaiting: 1, personOpen: false });
  await updates.handlers['updates:check']({});
  await updates.handlers['updates:download']({});
  await expect.poll(() => told.at(-1)?.kind).toBe('ready');
  expect(await updates.handlers['updates:install']({})).toMatchObject({ kind: 'deferred', because: 'changes-waiting' });
  expect(installed()).toBe(0);
});

it('gives up a feed that takes the question and never answers, and asks it again when it is told to', async () => {
  const asked: AbortSignal[] = [];
  const { updates, clock, told } = around({
    check: (signal) => {
      asked.push(signal);
      return asked.length === 1 ? new Promise(() => undefined) : Promise.resolve('0.2.0');
    },
  });
  const checked = updates.handlers['updates:check']({});
  await clock.pass(59_000);
  expect(told.at(-1)).toEqual({ kind: 'checking' });
  await clock.pass(1_000);
  expect(await checked).toMatchObject({ kind: 'failed', reason: 'unreachable' });
  expect(asked[0]?.aborted).toBe(true);
  expect(await updates.handlers['updates:check']({})).toEqual({ kind: 'available', version: '0.2.0' });
  expect(clock.waiting).toBe(0);
});

it('gives up a download that nothing more comes of, and not one that is only slow', async () => {
  let tell: (percent: number) => void = () => undefined;
  let ended = false;
  const { updates, clock, told } = around({
    download: (progress, signal) => {
      tell = progress;
      signal.addEventListener('abort', () => {
        ended = true;
      });
      return new Promise(() => undefined);
    },
  });
  await updates.handlers['updates:check']({});
  await updates.handlers['updates:download']({});
  for (let minutes = 0; minutes < 20; minutes += 4) {
    await clock.pass(4 * 60_000);
    tell(minutes);
  }
  await clock.pass(5 * 60_000 - 1);
  expect([told.at(-1)?.kind, ended]).toEqual(['downloading', false]);
  await clock.pass(1);
  expect(told.at(-1)).toMatchObject({ kind: 'failed', reason: 'unreachable' });
  expect(ended).toBe(true);
  expect(await updates.handlers['updates:check']({})).toMatchObject({ kind: 'available' });
});

it('leaves no timer behind when the program ends in the middle of a check', async () => {
  const { updates, clock } = around({ check: () => new Promise(() => undefined) });
  void updates.handlers['updates:check']({});
  expect(clock.waiting).toBe(1);
  updates.dispose();
  expect(clock.waiting).toBe(0);
});

it('ends the question of electron-updater itself, whose next check would wait for it', async () => {
  class Token {
    cancel = (): void => undefined;
  }
  const requests: (Token | undefined)[] = [];
  const httpExecutor = {
    request: (_options: object, token?: Token): Promise<unknown> =>
      new Promise((_resolve, reject) => {
        requests.push(token);
        if (token !== undefined) token.cancel = () => reject(new Error('cancelled'));
      }),
  };
  let shared: Promise<unknown> | null = null;
  const autoUpdater = {
    httpExecutor,
    on: () => undefined,
    checkForUpdates: () => {
      shared ??= httpExecutor.request({}).finally(() => {
        shared = null;
      });
      return shared;
    },
  };
  const source = electronUpdateSource('0.1.0', async () => ({ autoUpdater, CancellationToken: Token }) as never);
  for (const times of [1, 2]) {
    const stop = new AbortController();
    const checked = source.check(stop.signal);
    await expect.poll(() => requests.length).toBe(times);
    stop.abort();
    await expect(checked).rejects.toMatchObject({ reason: 'not-understood' });
  }
});

it('says so where the system does not take the new version, and looks again when it is asked to', async () => {
  const { updates, told } = around({ install: () => Promise.reject(new UpdateProblem('not-installed', null)) });
  await updates.handlers['updates:check']({});
  await updates.handlers['updates:download']({});
  await expect.poll(() => told.at(-1)?.kind).toBe('ready');
  expect(await updates.handlers['updates:install']({})).toMatchObject({ kind: 'failed', reason: 'not-installed' });
  expect(await updates.handlers['updates:check']({})).toMatchObject({ kind: 'available' });
});

it('says so where the system says no only later', async () => {
  let refuse: (problem: UpdateProblem) => void = () => {};
  const { updates, told } = around({
    install: async (refused) => {
      refuse = refused;
    },
  });
  await updates.handlers['updates:check']({});
  await updates.handlers['updates:download']({});
  await expect.poll(() => told.at(-1)?.kind).toBe('ready');
  expect(await updates.handlers['updates:install']({})).toEqual({ kind: 'ready', version: '0.2.0' });
  refuse(new UpdateProblem('not-installed', null));
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: 'failed', reason: 'not-installed' });
});

it('a file that is not what the feed promised is no update', async () => {
  const { updates, told, installed } = around({
    download: () => Promise.reject(new UpdateProblem('not-verified', null)),
  });
  await updates.handlers['updates:check']({});
  await updates.handlers['updates:download']({});
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: 'failed', reason: 'not-verified' });
  await updates.handlers['updates:install']({});
  expect(installed()).toBe(0);
});

it.each([
  [Object.assign(new Error('x'), { code: 'ERR_CHECKSUM_MISMATCH' }), 'not-verified'],
  [Object.assign(new Error('x'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' }), 'not-verified'],
  [Object.assign(new Error('x'), { code: 'ERR_UPDATER_NO_CHECKSUM' }), 'not-verified'],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), 'unreachable'],
  [Object.assign(new Error('x'), { code: 'HTTP_ERROR_404' }), 'unreachable'],
  [Object.assign(new Error('x'), { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }), 'unreachable'],
  [new Error('bad indentation of a mapping entry'), 'not-understood'],
])('says in our words what went wrong: %s', (error, reason) => {
  expect(problemOf(error).reason).toBe(reason);
});

it.each([
  ['https://updates.example.org/rolecall/', true],
  ['http://127.0.0.1:8080/', true],
  ['http://updates.example.org/', false],
  ['http://localhost/', false],
  ['file:///srv/updates', false],
  ['', false],
])('a feed is on https: %s', (text, expected) => {
  expect(isFeed(text)).toBe(expected);
});

it('a program whose package names no feed has none', () => {
  expect(hasFeed('/nowhere')).toBe(false);
});
