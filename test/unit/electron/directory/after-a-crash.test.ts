import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createRoleChanges } from '../../../../electron/role-changes/create-role-changes.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { createMadeUpCipher } from '../../../support/directory/made-up-cipher.ts';
import { checkedIn, createMadeUpDirectory, createMadeUpStation } from '../../../support/directory/made-up-directory.ts';
import { person } from '../../../support/directory/made-up-people.ts';
import { createMadeUpService } from '../../../support/directory/made-up-service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-crash-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('who was checked in since the snapshot was written is checked in after a crash, until the service says otherwise', async () => {
  const service = createMadeUpService([person({ id: 'p', lastName: 'Crash' })], [checkedIn]);
  const clock = createHandClock();
  const { cipher } = createMadeUpCipher();
  const station = createMadeUpStation();
  const openDesk = () => {
    const changes = createRoleChanges({
      client: service.client,
      clock,
      log: silentLog,
      publish: () => undefined,
      journalFolder: path.join(folder, 'journal'),
      station,
      serviceRoles: () => made.directory.serviceRoles,
      operator: () => ({ id: 'o', label: 'Ada', initials: 'A' }),
      displayNameOf: (userId) => made.directory.displayNameOf(userId),
      random: () => 0.5,
    });
    const made = createMadeUpDirectory(service, {
      clock,
      station,
      overlay: changes.overlay,
      snapshot: { file: path.join(folder, 'directory.snapshot'), cipher },
    });
    const shown = async () => (await made.search('crash')).hits[0]?.primary;
    return { ...made, changes, shown };
  };

  const first = openDesk();
  await first.changes.start();
  first.directory.start();
  await first.directory.save();
  await clock.pass(1);
  await first.directory.save();
  await clock.pass(120_000);
  await first.changes.handlers['role-changes:run-recipe']({ userId: 'p', recipeId: 'check-in' });
  const afterASecond = async () => {
    await clock.pass(1_000);
    return first.shown();
  };
  await expect.poll(afterASecond).toMatchObject({ held: true, state: 'confirmed' });
  expect(service.memberships.get(checkedIn.id)?.has('p')).toBe(true);
  // Killed: nothing more is saved.
  first.directory.dispose();
  await first.changes.dispose();

  service.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'Down.', { retryable: true }));
  const second = openDesk();
  await second.changes.start();
  second.directory.start();
  await second.directory.save();
  expect(await second.shown()).toMatchObject({ held: true, state: 'confirmed', by: 'Ada' });
  await clock.pass(3_600_000);
  expect(await second.shown()).toMatchObject({ held: true });

  // Meanwhile another desk has taken it back.
  service.memberships.get(checkedIn.id)?.delete('p');
  service.intercept = () => undefined;
  await clock.pass(120_000);
  expect(await second.shown()).toMatchObject({ held: false, by: null });
  second.directory.dispose();
  await second.changes.dispose();
});
