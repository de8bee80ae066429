import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../electron/ports/log.ts';
import { practiceConnection } from '../../../../electron/practice/practice-connection.ts';
import {
  type PracticeArguments,
  type PracticeProcess,
  PracticeService,
  readyMessageSchema,
  restartDelayMs,
} from '../../../../electron/practice/practice-service.ts';
import { createHandClock, settle } from '../../../support/directory/hand-clock.ts';

const application = {
  clientId: '1001',
  clientSecret: 's',
  redirectUris: ['rolecall://oauth/callback'],
  oboScopes: ['pii:basic'],
  integrationScopes: ['user:read', 'user:roles:update'],
};
const ready = { url: 'http://127.0.0.1:4711', applications: [application], operators: [{ email: 'x' }] };

class FakeProcess implements PracticeProcess {
  readonly args: PracticeArguments;
  readonly told: string[] = [];
  #messages: ((message: unknown) => void)[] = [];
  #exits: ((code: number) => void)[] = [];
  constructor(args: PracticeArguments) {
    this.args = args;
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#messages.push(listener);
  }
  onExit(listener: (code: number) => void): void {
    this.#exits.push(listener);
  }
  stop(): void {
    this.told.push('stop');
  }
  kill(): void {
    this.told.push('kill');
  }
  say(message: unknown): void {
    for (const listener of this.#messages) listener(message);
  }
  exit(code: number): void {
    for (const listener of this.#exits.splice(0)) listener(code);
  }
}

function setUp() {
  const clock = createHandClock();
  const started: FakeProcess[] = [];
  const became: string[] = [];
  const service = new PracticeService({
    changed: (now) => void became.push(now),
    fork: (args) => {
      const process = new FakeProcess(args);
      started.push(process);
      return process;
    },
    arguments: { dataFolder: '/d', attendees: 50, seed: 3 },
    clock,
    log: silentLog,
  });
  return { clock, started, service, became };
}

describe('PracticeService', () => {
  it('starts on a free port and is ready when the service says so', async () => {
    const { started, service } = setUp();
    const starting = service.start();
    expect(started[0]?.args).toEqual({ port: 0, dataFolder: '/d', attendees: 50, seed: 3 });
    started[0]?.say({ unrelated: true });
    started[0]?.say(ready);
    expect((await starting).url).toBe(ready.url);
  });

  it.each<[string, (process: FakeProcess) => void]>([
    ['says why', (process) => process.say({ startUpError: { code: 'data-folder-unusable', message: 'x' } })],
    ['ends', (process) => process.exit(1)],
  ])('fails when the service %s', async (_what, happen) => {
    const { started, service } = setUp();
    const starting = service.start();
    if (started[0] !== undefined) happen(started[0]);
    await expect(starting).rejects.toMatchObject({ code: 'practice-not-started' });
  });

  it('waits for the folder that a killed program still holds', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say({ startUpError: { code: 'data-folder-in-use', message: 'x' } });
    await settle();
    await clock.pass(1_000);
    expect(started).toHaveLength(2);
    started[1]?.say(ready);
    expect((await starting).url).toBe(ready.url);
  });

  it('fails when the service never says anything', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    const failed = expect(starting).rejects.toMatchObject({ code: 'practice-not-started' });
    await clock.pass(180_000);
    await failed;
    expect(started[0]?.told).toEqual(['kill']);
  });

  it('starts again on the same port when it dies, a few times', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    for (const [index, wait] of [250, 1_000, 4_000].entries()) {
      started[index]?.exit(9);
      await clock.pass(wait);
      expect(started).toHaveLength(index + 2);
      expect(started[index + 1]?.args.port).toBe(4711);
      started[index + 1]?.say(ready);
      await settle();
    }
    started[3]?.exit(9);
    await clock.pass(60_000);
    expect(started).toHaveLength(4);
  });

  it('says that it is down for good, and comes back on the same port when somebody asks', async () => {
    const { clock, started, service, became } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    for (const [index, wait] of [250, 1_000, 4_000].entries()) {
      started[index]?.exit(9);
      await clock.pass(wait);
      started[index + 1]?.say(ready);
      await settle();
    }
    service.startAgain();
    expect(started).toHaveLength(4);
    started[3]?.exit(9);
    expect(service.service).toBe('down');
    service.startAgain();
    service.startAgain();
    await settle();
    expect(started).toHaveLength(5);
    expect(started[4]?.args.port).toBe(4711);
    started[4]?.say(ready);
    await settle();
    expect(service.service).toBe('running');
    // Its earlier crashes no longer count.
    started[4]?.exit(9);
    await clock.pass(250);
    expect(started).toHaveLength(6);
    expect(became.slice(-4)).toEqual(['down', 'coming-back', 'running', 'coming-back']);
  });

  it('goes down again when it does not come back', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    for (let at = 0; at < 4; at += 1) {
      started[at]?.exit(9);
      await clock.pass(5_000);
    }
    expect(service.service).toBe('down');
  });

  it('is off once it was stopped, however it had been', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    started[0]?.exit(9);
    expect(service.service).toBe('coming-back');
    await service.stop();
    await clock.pass(60_000);
    expect(service.service).toBe('off');
    expect(started).toHaveLength(1);
  });

  it('ends in order, and the hard way after a while; it does not start again then', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    const stopping = service.stop();
    expect(started[0]?.told).toEqual(['stop']);
    started[0]?.exit(0);
    await stopping;
    await clock.pass(60_000);
    expect(started).toHaveLength(1);

    const again = service.start();
    started[1]?.say(ready);
    await again;
    const slow = service.stop();
    await clock.pass(8_000);
    await slow;
    expect(started[1]?.told).toEqual(['stop', 'kill']);
  });

  it('does not start any more once it was stopped while it waited for the folder', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    started[0]?.exit(9);
    await clock.pass(250);
    started[1]?.say({ startUpError: { code: 'data-folder-in-use', message: 'x' } });
    started[1]?.exit(1);
    await settle();
    await service.stop();
    await clock.pass(60_000);
    expect(started).toHaveLength(2);
    expect(service.service).toBe('off');
  });

  it('takes the late end of a process that was killed for no crash of the next one', async () => {
    const { clock, started, service } = setUp();
    const starting = service.start();
    started[0]?.say(ready);
    await starting;
    const stopping = service.stop();
    await clock.pass(8_000);
    await stopping;
    const again = service.start();
    started[0]?.exit(137);
    started[1]?.say(ready);
    await again;
    await clock.pass(60_000);
    expect(started).toHaveLength(2);
    expect(service.service).toBe('running');
  });
});

it('forgets crashes that lie far apart', () => {
  expect(restartDelayMs([0], 0)).toBe(250);
  expect(restartDelayMs([0, 1], 1)).toBe(1_000);
  expect(restartDelayMs([0, 1, 2, 3], 3)).toBeNull();
  expect(restartDelayMs([0, 1, 2, 200_000], 200_000)).toBe(250);
});

it('takes the application that reads with tokens of its own', () => {
  const other = { ...application, clientId: 1002, integrationScopes: [] };
  const parsed = readyMessageSchema.parse({ ...ready, applications: [other, application] });
  expect(practiceConnection(parsed)).toMatchObject({
    clientSecret: 's',
    connection: { id: 'practice', practice: true, clientId: '1001', baseUrl: ready.url, oboScopes: ['pii:basic'] },
  });
  expect(() => practiceConnection({ ...parsed, applications: [] })).toThrow(/no application/);
  expect(() => practiceConnection({ ...parsed, url: 'http://10.0.0.1' })).toThrow(/https/);
});
