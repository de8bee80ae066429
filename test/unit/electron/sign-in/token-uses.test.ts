import { describe, expect, it } from 'vitest';
import type { ConnectionFile } from '../../../../contract/desk/connections.ts';
import { ConnectionAccessTokens } from '../../../../electron/sign-in/connection-access-tokens.ts';
import { IntegrationTokens } from '../../../../electron/sign-in/integration-tokens.ts';
import { adasRecord, createSession, hour } from '../../../support/sign-in/session.ts';

async function setUp(dataAccess: ConnectionFile['dataAccess'], oauthScopes = ['pii:basic']) {
  const { clock, endpoint, tokens } = await createSession();
  await tokens.adopt({ ...adasRecord(clock.now()), oauthScopes });
  const access = new ConnectionAccessTokens({
    dataAccess,
    operator: tokens,
    integration: new IntegrationTokens({ endpoint, clock }),
    changed: () => {},
    now: clock.now,
  });
  return { clock, endpoint, tokens, access };
}

describe('whose token opens what', () => {
  it('names the application’s own token for each scope, once it is there', async () => {
    const { clock, access } = await setUp('automatic');
    expect(access.uses()).toEqual([
      { call: 'read', holder: 'application', oauthScopes: ['user:read'], validUntil: null, lastUsedAt: null },
      {
        call: 'change-roles',
        holder: 'application',
        oauthScopes: ['user:roles:update'],
        validUntil: null,
        lastUsedAt: null,
      },
    ]);
    const usedAt = clock.now();
    await access.forOauthScope('user:read');
    clock.sleep(1_000);
    expect(access.uses()[0]).toMatchObject({ lastUsedAt: usedAt, validUntil: expect.any(Number) });
    expect(access.uses()[1]).toMatchObject({ lastUsedAt: null, validUntil: null });
  });

  it('names the operator’s where its scopes cover the call, until the service forbids it', async () => {
    const { clock, access } = await setUp('automatic', ['pii:basic', 'user:read']);
    const token = await access.forOauthScope('user:read');
    expect(access.uses()[0]).toEqual({
      call: 'read',
      holder: 'operator',
      oauthScopes: ['pii:basic', 'user:read'],
      validUntil: clock.now() + hour,
      lastUsedAt: clock.now(),
    });
    await access.forbidden(token, 'user:read');
    expect(access.uses()[0]?.holder).toBe('application');
  });

  it('names nobody where nothing opens it', async () => {
    const { access } = await setUp('operator');
    await expect(access.forOauthScope('user:read')).rejects.toMatchObject({ code: 'oauth-invalid-scope' });
    expect(access.uses().map(({ holder }) => holder)).toEqual(['none', 'none']);
  });

  it('says nothing without a sign-in, and forgets with it', async () => {
    const { access, tokens } = await setUp('automatic');
    await access.forOauthScope('user:read');
    await tokens.signOut();
    access.clear();
    expect(access.uses()).toEqual([]);
  });

  it('tells no token', async () => {
    const { access } = await setUp('automatic', ['user:read']);
    await access.forOauthScope('user:read');
    await access.forOauthScope('user:roles:update');
    expect(JSON.stringify(access.uses())).not.toMatch(/access-\d|refresh-\d/);
  });
});
