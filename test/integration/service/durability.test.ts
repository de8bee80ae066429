import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseTemplate, startService } from '../../support/service.ts';

test('every commit of the embedded database is synced to the disk before it is acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-durability-'));
  const original = fs.fsyncSync;
  let syncs = 0;
  fs.fsyncSync = (descriptor) => {
    syncs++;
    original(descriptor);
  };
  syncBuiltinESMExports();
  try {
    await databaseTemplate();
    const service = await startService({ location: { kind: 'folder', folder }, attendees: 5 });
    const before = syncs;
    for (let count = 0; count < 20; count++) {
      const earlier = syncs;
      await service.database
        .insertInto('role')
        .values({ name: `Role ${count}` })
        .execute();
      expect(syncs).toBeGreaterThan(earlier);
    }
    expect(syncs - before).toBeGreaterThanOrEqual(20);
    await service.stop();
  } finally {
    fs.fsyncSync = original;
    syncBuiltinESMExports();
    await rm(folder, { recursive: true, force: true });
  }
});
