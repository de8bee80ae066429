/**
 * Two processes on the same data, as after a lock that was lost or two versions side by side (checklist B65, field reports
 * C35, C36 and R37): both find an access token that has run out. One refresh goes out, both are signed in afterwards.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeFiles } from '../../electron/ports/files.ts';
import { silentLog } from '../../electron/ports/log.ts';
import { operatorRecordSchema } from '../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../electron/sign-in/sealed-file.ts';
import { applicationAt, authorize, requestToken, startService, type TestService } from '../support/service.ts';
import { createFakeCipher } from '../support/sign-in/fakes.ts';
import { bundleProgram } from './support/bundle.ts';
import type { Outcome, SignInOrders } from './support/sign-in-process.ts';

let service: TestService;
let program: string;
beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL('support/sign-in-process.ts', import.meta.url)));
  service = await startService();
});
afterAll(() => service?.stop());

async function ordersFor(folder: string): Promise<SignInOrders> {
  const { clientId, clientSecret, oboScopes } = applicationAt(service, 0);
  const redirectUri = 'rolecall://oauth/callback';
  const link = await authorize(service, 'lead', { oauthScopes: oboScopes.join(' ') });
  const { body } = await requestToken(service, {
    grant_type: 'authorization_code',
    code: link.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const vault = new SealedFile({
    files: nodeFiles,
    cipher: createFakeCipher(),
    file: path.join(folder, 'sign-in.json'),
    schema: operatorRecordSchema,
    now: Date.now,
    log: silentLog,
  });
  await vault.write({
    accessToken: String(body.access_token),
    refreshToken: String(body.refresh_token),
    oauthScopes: [...oboScopes],
    expiresAt: Date.now() - 1_000,
    lifetimeMs: 3_600_000,
    operator: { id: '9003', label: 'Lead', initials: 'L' },
  });
  return {
    task: 'look',
    killAt: null,
    folder,
    clientSecret,
    strength: 'strong',
    keyringUrl: null,
    connection: {
      id: 'test',
      name: 'Test',
      practice: true,
      baseUrl: service.url,
      clientId,
      redirectUri,
      oboScopes: [...oboScopes],
      dataAccess: 'automatic',
      pkce: true,
    },
  };
}

function look(orders: SignInOrders): Promise<{ readonly sent: number; readonly outcome: Outcome | null }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ROLECALL_TEST_ORDERS: JSON.stringify(orders) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let sent = 0;
  let outcome: Outcome | null = null;
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('sent ')) sent += 1;
    if (line.startsWith('done ')) outcome = JSON.parse(line.slice(5)) as Outcome;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve({ sent, outcome }));
  });
}

it('refresh once between them, three times over, and never end the sign-in', async () => {
  for (let round = 0; round < 3; round += 1) {
    const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-two-'));
    try {
      const orders = await ordersFor(folder);
      const both = await Promise.all([look(orders), look(orders)]);
      for (const { outcome } of both) expect(outcome).toMatchObject({ kind: 'signed-in', status: 200, code: null });
      expect(both.map(({ sent }) => sent).sort()).toEqual([0, 1]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}, 120_000);
