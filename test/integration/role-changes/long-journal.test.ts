import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { encodeLine } from '../../../electron/role-changes/journal-record.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openWholeDesk, type WholeDesk } from '../../support/sign-in/whole-desk.ts';

let service: TestService;
let folder: string;
let desk: WholeDesk | null = null;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(async () => {
  await desk?.close();
  await rm(folder, { recursive: true, force: true });
});

it('keeps nobody from signing in: that is offered before the journal is read', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-long-journal-'));
  await mkdir(path.join(folder, 'journal'));
  const lines = Array.from({ length: 5_000 }, (_none, index) =>
    encodeLine({
      v: 1,
      kind: 'act',
      act: {
        actId: `act-${index}`,
        kind: 'give',
        subject: 'Staff',
        time: Date.now(),
        clockSkewMs: null,
        operator: { id: 'op', label: 'Robin' },
        station: 'Front desk',
        undoes: null,
      },
      wishes: [],
      collapses: [],
      supersedes: [],
    }),
  );
  await writeFile(path.join(folder, 'journal', 'journal-000001.jsonl'), lines.join(''));
  desk = await openWholeDesk({ service, folder });
  await desk.until('role-changes:changed', () => true);
  const names = desk.events.map(({ name }) => name);
  expect(names.indexOf('sign-in:changed')).toBeGreaterThanOrEqual(0);
  expect(names.indexOf('sign-in:changed')).toBeLessThan(names.indexOf('role-changes:changed'));
  await desk.signIn();
});
