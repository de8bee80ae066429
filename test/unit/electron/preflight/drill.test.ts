import { access, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Drill } from '../../../../contract/desk/preflight.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { systemClock } from '../../../../electron/ports/clock.ts';
import { nodeFiles } from '../../../../electron/ports/files.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createDrillService, type DrillService, runDrill } from '../../../../electron/preflight/drill.ts';

async function drill(service: DrillService = createDrillService(), signal = new AbortController().signal) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-drill-'));
  const told: Drill[] = [];
  const result = runDrill({
    folder,
    files: nodeFiles,
    clock: systemClock,
    log: silentLog,
    random: () => 0.5,
    signal,
    changed: (now) => void told.push(now),
    pauseMs: 0,
    service,
  });
  return { folder, told, result, service };
}

const states = (now: Drill | undefined) => now?.people.map(({ state }) => state);

describe('the offline drill', () => {
  it('keeps three changes without network and over a restart, and sees each arrive once', async () => {
    const { folder, told, result, service } = await drill();
    expect(await result).toEqual({ state: 'fine', finding: 'fine' });
    expect([...service.writes].sort()).toEqual(['drill-1', 'drill-2', 'drill-3']);
    const steps = told.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1]);
    expect(steps).toEqual(['network-off', 'kept', 'restarted', 'network-back', 'proved']);
    expect(states(told[0])).toEqual(['not-yet', 'not-yet', 'not-yet']);
    expect(states(told.find(({ step }) => step === 'restarted'))).toEqual(['waiting', 'waiting', 'waiting']);
    expect(states(told.at(-1))).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails when a change gets out although the network is off', async () => {
    const service = createDrillService();
    service.online = true;
    const { result } = await drill(service);
    expect(await result).toMatchObject({ state: 'failed', finding: 'drill-not-kept' });
  });

  it('fails when a change gets out and only its answer is lost', async () => {
    const service = createDrillService();
    const { result } = await drill({
      ...service,
      client: {
        ...service.client,
        addRole: async (userId) => {
          service.writes.push(userId);
          throw new RolecallError('network-unreachable', 'The answer was lost.');
        },
      },
    });
    expect(await result).toMatchObject({ state: 'failed', finding: 'drill-not-kept' });
  });

  it('fails when the service has a change twice', async () => {
    const service = createDrillService();
    const { addRole } = service.client;
    const { result } = await drill({
      ...service,
      get online() {
        return service.online;
      },
      set online(now: boolean) {
        service.online = now;
      },
      client: {
        ...service.client,
        addRole: async (userId, roleId, scope, options) => {
          await addRole(userId, roleId, scope, options);
          service.writes.push(userId);
        },
      },
    });
    expect(await result).toMatchObject({ state: 'failed', finding: 'drill-not-sent' });
  });

  it('fails when the service refuses, and leaves nothing behind', async () => {
    const service = createDrillService();
    const { folder, result } = await drill({
      ...service,
      get online() {
        return service.online;
      },
      set online(now: boolean) {
        service.online = now;
      },
      client: {
        ...service.client,
        addRole: async () => {
          throw new RolecallError(service.online ? 'service-forbidden' : 'network-unreachable', 'No.');
        },
      },
    });
    expect(await result).toMatchObject({ state: 'failed', finding: 'drill-not-sent' });
    await expect(access(path.join(folder, 'preflight-drill'))).rejects.toThrow();
  });

  it('stops when it is told to, and leaves nothing behind', async () => {
    const stop = new AbortController();
    const { folder, result } = await drill(createDrillService(), stop.signal);
    stop.abort(new RolecallError('bad-input', 'Stopped.'));
    await expect(result).rejects.toThrow('Stopped.');
    expect(await readdir(folder)).toEqual([]);
  });
});
