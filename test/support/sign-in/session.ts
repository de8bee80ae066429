/** A token manager over made-up ports, signed in as Ada with tokens number 0. */
import { silentLog } from '../../../electron/ports/log.ts';
import {
  type OperatorRecord,
  OperatorTokens,
  operatorRecordSchema,
} from '../../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../../electron/sign-in/sealed-file.ts';
import { createHandClock } from '../directory/hand-clock.ts';
import { createFakeCipher, createFakeEndpoint, createMemoryFiles } from './fakes.ts';

export const hour = 3_600_000;
export const vaultFile = '/c/sign-in.json';

export function createVault() {
  const files = createMemoryFiles();
  const cipher = createFakeCipher();
  const vault = new SealedFile<OperatorRecord>({
    files,
    cipher,
    file: vaultFile,
    schema: operatorRecordSchema,
    now: () => 0,
    log: silentLog,
  });
  return { files, cipher, vault };
}

export const adasRecord = (now: number): OperatorRecord => ({
  accessToken: 'access-0',
  refreshToken: 'refresh-0',
  oauthScopes: ['pii:basic'],
  expiresAt: now + hour,
  lifetimeMs: hour,
  operator: { id: '9001', label: 'Ada', initials: 'A' },
});

export async function createSession() {
  const { files, cipher, vault } = createVault();
  const clock = createHandClock();
  const endpoint = createFakeEndpoint();
  const ended: string[] = [];
  const open = () =>
    new OperatorTokens({
      endpoint,
      vault,
      files,
      markerFile: '/c/refresh-marker.json',
      exclusive: (task) => task(),
      redirectUri: 'rolecall://oauth/callback',
      clock,
      log: silentLog,
      listener: { ended: (notice) => void ended.push(notice), noticed: () => {}, kept: () => {} },
    });
  const tokens = open();
  await tokens.adopt(adasRecord(clock.now()));
  return { files, cipher, clock, endpoint, ended, tokens, open };
}
