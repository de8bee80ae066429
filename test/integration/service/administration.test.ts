import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administer } from '../../../service/administration/administer.ts';
import { readAdministration } from '../../../service/administration/commands.ts';
import { findOperator } from '../../../service/administration/operators.ts';
import { findApplication } from '../../../service/authorization/applications.ts';
import { exchangeCode, issueCode, issueIntegrationToken, refresh } from '../../../service/authorization/grants.ts';
import { checkPassword, startSession } from '../../../service/authorization/sessions.ts';
import { ensureDemoEvent } from '../../../service/database/demo-event.ts';
import { signingKey } from '../../../service/database/settings.ts';
import {
  authorizationPath,
  callApi,
  operatorNamed,
  requestToken,
  startService,
  TestBrowser,
  type TestService,
} from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** What a command prints, as a value and as text. */
async function command(words: readonly string[], input = ''): Promise<{ value: never; text: string }> {
  const read = readAdministration([...words, '--data-dir', 'unused']);
  if (read === 'help') throw new Error('Help is no command.');
  const { value, lines } = await administer(service.database, read.task, async () => input);
  return { value: value as never, text: lines.join('\n') };
}

interface Registered {
  application: { clientId: string; clientSecret: string };
}

async function registerDesk(...more: string[]) {
  const { value, text } = await command([
    ...['application', 'register', '--name', 'Desk', '--redirect-uri', 'rolecall://oauth/callback'],
    ...['--obo-scopes', 'pii:basic', '--integration-scopes', 'user:read user:roles:update', ...more],
  ]);
  return { ...(value as Registered).application, text };
}

function integration(desk: { clientId: string; clientSecret: string }, scope = 'user:read') {
  return requestToken(service, {
    client_id: desk.clientId,
    client_secret: desk.clientSecret,
    grant_type: 'client_credentials',
    scope,
  });
}

const listStatus = async (token: unknown) => (await callApi(service, String(token), 'GET', '/api/v0/roles')).status;

describe('an application', () => {
  test('is registered with an id and a secret that is printed once, and works at once', async () => {
    const desk = await registerDesk();
    expect(desk.clientId).toMatch(/^\d{9}$/);
    expect(desk.text).toContain(desk.clientSecret);
    expect((await command(['application', 'list'])).text).toContain(desk.clientId);
    expect((await command(['application', 'list'])).text).not.toContain(desk.clientSecret);
    expect((await integration(desk)).status).toBe(200);
    const stored = await service.database.selectFrom('application').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(desk.clientSecret);
  });

  test('keeps its name as it is shown, without blanks around it', async () => {
    const details = ['--name', ' Info desk\u00a0', '--integration-scopes', 'user:read'];
    const { value } = await command(['application', 'register', ...details]);
    expect(value).toMatchObject({ application: { name: 'Info desk' } });
    expect((await command(['application', 'list'])).text).toMatch(/^Info desk$/m);
  });

  test('gets a new secret; the old one is refused, tokens live on', async () => {
    const desk = await registerDesk();
    const { body } = await integration(desk);
    const renewed = (await command(['application', 'secret', desk.clientId])).value as { clientSecret: string };
    expect((await integration(desk)).body.error).toBe('invalid_client');
    expect((await integration({ ...desk, clientSecret: renewed.clientSecret })).status).toBe(200);
    expect(await listStatus(body.access_token)).toBe(200);
  });

  test('with other scopes loses its tokens; with another name it keeps them', async () => {
    const desk = await registerDesk();
    const { body } = await integration(desk);
    const renamed = await command(['application', 'change', desk.clientId, '--name', 'Front desk']);
    expect(renamed.value).toMatchObject({ scopesChanged: false, application: { name: 'Front desk' } });
    expect(await listStatus(body.access_token)).toBe(200);
    const reordered = ['application', 'change', desk.clientId, '--integration-scopes', 'user:roles:update user:read'];
    expect((await command(reordered)).value).toMatchObject({ scopesChanged: false });
    expect(await listStatus(body.access_token)).toBe(200);
    const narrowed = await command(['application', 'change', desk.clientId, '--integration-scopes', 'user:read']);
    expect(narrowed.value).toMatchObject({ scopesChanged: true });
    expect(await listStatus(body.access_token)).toBe(401);
    expect((await integration(desk, 'user:roles:update')).body.error).toBe('invalid_scope');
    expect((await integration(desk)).status).toBe(200);
  });

  test('that is suspended is shut out at once; resumed, it starts anew', async () => {
    const desk = await registerDesk();
    const { body } = await integration(desk);
    await command(['application', 'suspend', desk.clientId]);
    expect(await listStatus(body.access_token)).toBe(401);
    const refused = await integration(desk);
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
    const query = new URLSearchParams({
      client_id: desk.clientId,
      response_type: 'code',
      redirect_uri: 'rolecall://oauth/callback',
      scope: 'pii:basic',
    });
    const browser = new TestBrowser(service);
    const page = await browser.get(`/oauth/authorize?${query}`);
    expect([page.status, page.problem]).toEqual([400, 'Desk has been suspended.']);
    expect((await command(['application', 'list'])).text).toMatch(/suspended +yes/);
    await command(['application', 'resume', desk.clientId]);
    expect(await listStatus(body.access_token)).toBe(401);
    expect((await integration(desk)).status).toBe(200);
    expect((await browser.get(`/oauth/authorize?${query}`)).heading).toBe('Sign in');
  });

  test('that is removed is gone with its tokens', async () => {
    const desk = await registerDesk();
    const { body } = await integration(desk);
    await command(['application', 'remove', desk.clientId]);
    expect(await listStatus(body.access_token)).toBe(401);
    expect((await integration(desk)).body.error).toBe('invalid_client');
    expect((await command(['application', 'list'])).text).not.toContain(desk.clientId);
  });

  // What a request does that began before the administrator's command, and ends after it.
  describe('that is removed while a request is on its way', () => {
    const lifetimes = { accessTokenSeconds: 3_600, refreshGraceSeconds: 0 };
    const gone = { ok: false, error: 'invalid_client' };
    async function foundThenRemoved() {
      const { clientId } = await registerDesk();
      const application = await findApplication(service.database, clientId);
      if (application === undefined) throw new Error('The application has just been registered.');
      await command(['application', 'remove', clientId]);
      return application;
    }

    test('gets no token', async () => {
      const { database } = service;
      const application = await foundThenRemoved();
      const exchange = { code: 'made-up', redirectUri: undefined, codeVerifier: undefined, oauthScopes: undefined };
      expect(await issueIntegrationToken(database, application, ['user:read'], lifetimes)).toMatchObject(gone);
      expect(await exchangeCode(database, application, exchange, lifetimes)).toMatchObject(gone);
      expect(await refresh(database, application, 'made-up', undefined, undefined, lifetimes)).toMatchObject(gone);
    });

    test('gets no code', async () => {
      const { clientId, redirectUris, oboScopes, ...application } = await foundThenRemoved();
      const { userId } = await findOperator(service.database, service.operators[0]?.email ?? '');
      const request = { clientId, redirectUri: redirectUris[0] ?? '', oauthScopes: oboScopes };
      const code = issueCode(service.database, { clientId, redirectUris, oboScopes, ...application }, userId, {
        ...request,
        encodedState: undefined,
        codeChallenge: undefined,
      });
      expect(await code).toBeUndefined();
    });

    // Two at once need a server with a connection for each; the embedded database lets one after the other in.
    if (process.env.ROLECALL_TEST_DATABASE_URL !== undefined) {
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(service.database);
        return rows.length;
      };
      /** A new application, a code for it that was not exchanged, and a refresh token. */
      async function grantedDesk() {
        const desk = await registerDesk();
        const query = new URLSearchParams({
          client_id: desk.clientId,
          response_type: 'code',
          redirect_uri: 'rolecall://oauth/callback',
          scope: 'pii:basic',
        });
        const own = { client_id: desk.clientId, client_secret: desk.clientSecret };
        const browser = new TestBrowser(service);
        const codeFields = async () => {
          const page = await browser.open(`/oauth/authorize?${query}`, operatorNamed(service, 'desk'));
          const sent = await browser.submit(page, '/oauth/authorize', { decision: 'authorize' });
          const code = new URL(sent.location ?? '').searchParams.get('code') ?? '';
          return { ...own, grant_type: 'authorization_code', code, redirect_uri: 'rolecall://oauth/callback' };
        };
        const { body } = await requestToken(service, await codeFields());
        return {
          clientId: desk.clientId,
          authorization_code: await codeFields(),
          refresh_token: { ...own, grant_type: 'refresh_token', refresh_token: String(body.refresh_token) },
          client_credentials: { ...own, grant_type: 'client_credentials', scope: 'user:read' },
        };
      }

      test.each(['authorization_code', 'refresh_token', 'client_credentials'] as const)(
        'in the same moment is told that it is no client: %s',
        async (grantType) => {
          const { clientId, [grantType]: fields } = await grantedDesk();
          let answer: ReturnType<typeof requestToken> | undefined;
          await service.database.transaction().execute(async (removal) => {
            const own = removal.selectFrom('application').select('client_id').where('client_id', '=', clientId);
            await own.forUpdate().execute();
            answer = requestToken(service, fields);
            await expect.poll(waiting).toBe(1);
            await removal.deleteFrom('application').where('client_id', '=', clientId).execute();
          });
          const { status, body } = (await answer) ?? {};
          expect([status, body?.error]).toEqual([401, 'invalid_client']);
        },
      );

      test('waits for whoever takes a consent back in the same moment', async () => {
        const { clientId } = await grantedDesk();
        let removed: ReturnType<typeof command> | undefined;
        // As revokeApplicationOfUser does it.
        await service.database.transaction().execute(async (revocation) => {
          await revocation.deleteFrom('authorization_code').where('client_id', '=', clientId).execute();
          removed = command(['application', 'remove', clientId]);
          removed.catch(() => {});
          await expect.poll(waiting).toBe(1);
          const ofApplication = revocation.updateTable('authorization_grant').where('client_id', '=', clientId);
          await ofApplication.set({ revoked_at: new Date() }).execute();
        });
        expect(await removed).toMatchObject({ value: { clientId, removed: true } });
      });
    }
  });

  test.each([
    ['without a name', ['register', '--integration-scopes', 'user:read'], /needs a name/],
    ['without scopes', ['register', '--name', 'X'], /can do nothing/],
    ['for users without an address', ['register', '--name', 'X', '--obo-scopes', 'pii:basic'], /--redirect-uri/],
    [
      'with a script for an address',
      ['register', '--name', 'X', '--obo-scopes', 'pii:basic', '--redirect-uri', 'javascript:x'],
      /absolute/,
    ],
    ['that is unknown, a new secret', ['secret', '4711'], /no application with the client id 4711/],
    ['that is unknown, a change', ['change', '4711', '--name', 'X'], /“application list”/],
    ['that is unknown, a suspension', ['suspend', 'x'], /“application list”/],
    ['that is unknown, a return', ['resume', '9'.repeat(30)], /“application list”/],
    ['that is unknown, a removal', ['remove', '4711'], /“application list”/],
  ])('%s is refused', async (_what, words, message) => {
    await expect(command(['application', ...words])).rejects.toThrow(message);
  });
});

describe('an operator', () => {
  const email = 'jo@registration.example';
  const add = (...more: string[]) =>
    command(['operator', 'add', email, '--first-name', 'Jo', '--last-name', 'Sundqvist', ...more]);
  const signIn = (password: string, address = email) =>
    new TestBrowser(service).open(authorizationPath(service), { email: address, password });
  /** The printed password. */
  const printed = ({ value }: { value: never }) => (value as { operator: { password: string } }).operator.password;

  beforeEach(async () => {
    await service.database.deleteFrom('app_user').where('email', '=', email).execute();
  });

  test('is added with a password that is printed once, and may sign in and grant', async () => {
    const added = await add();
    expect(added.text).toContain(printed(added));
    expect((await signIn(printed(added))).heading).toBe('Allow Rolecall practice?');
    expect((await command(['operator', 'list'])).text).toMatch(/jo@registration\.example +Jo Sundqvist +pii:basic/);
    await expect(add()).rejects.toThrow(/is an operator already/);
  });

  test('who is registered as an attendee keeps that registration', async () => {
    const { email: attendee } = await service.database
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', '10005')
      .executeTakeFirstOrThrow();
    const added = await command(['operator', 'add', attendee.toUpperCase()]);
    expect(added.value).toMatchObject({ operator: { userId: '10005', email: attendee } });
    expect((await signIn(printed(added), attendee)).heading).toBe('Allow Rolecall practice?');
  });

  test('may have one name only, and an empty preferred name hides it from nobody', async () => {
    const added = await command([
      ...['operator', 'add', email, '--first-name', ' Suryani ', '--last-name', '', '--preferred-name', ''],
    ]);
    expect(added.text).toMatch(/^Suryani may sign in\.$/m);
    expect((await signIn(printed(added))).html).toContain('<strong>Suryani</strong>');
  });

  test('may choose a password, which is then not printed', async () => {
    const added = await command(
      ['operator', 'add', email, '--first-name', 'Jo', '--last-name', 'S', '--password-stdin'],
      'correct horse battery\n',
    );
    expect(JSON.stringify(added)).not.toContain('horse');
    expect((await signIn('correct horse battery')).status).toBe(200);
    await expect(command(['operator', 'password', email, '--password-stdin'], 'short\n')).rejects.toThrow(/12 to/);
  });

  test('with a new password is signed out, and wrong tries are forgotten', async () => {
    const old = printed(await add());
    const browser = new TestBrowser(service);
    await browser.open(authorizationPath(service), { email, password: old });
    for (let count = 0; count < 9; count++) await signIn('wrong');
    expect((await signIn(old)).status).toBe(429);
    const { password } = (await command(['operator', 'password', email])).value as { password: string };
    expect((await browser.get('/applications')).heading).toBe('Sign in');
    expect((await signIn(old)).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
  });

  async function grantedTokens(password: string) {
    const browser = new TestBrowser(service);
    const page = await browser.open(authorizationPath(service), { email, password });
    const sent = await browser.submit(page, '/oauth/authorize', { decision: 'authorize' });
    const { clientId, clientSecret } = service.applications[0] ?? { clientId: '', clientSecret: '' };
    const own = { client_id: clientId, client_secret: clientSecret };
    const { body } = await requestToken(service, {
      ...own,
      grant_type: 'authorization_code',
      code: new URL(sent.location ?? '').searchParams.get('code') ?? '',
      redirect_uri: 'rolecall://oauth/callback',
    });
    return {
      browser,
      current: async () => (await callApi(service, String(body.access_token), 'GET', '/api/users/current')).status,
      refresh: () =>
        requestToken(service, { ...own, grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }),
    };
  }

  test('who is disabled is out at once, everywhere; enabled, may sign in again', async () => {
    const password = printed(await add());
    const { browser, current, refresh } = await grantedTokens(password);
    expect(await current()).toBe(200);
    await command(['operator', 'disable', email]);
    expect(await current()).toBe(401);
    expect((await refresh()).body.error).toBe('invalid_grant');
    expect((await browser.get('/applications')).heading).toBe('Sign in');
    const refused = await signIn(password);
    expect([refused.status, refused.problem]).toEqual([403, expect.stringMatching(/registration lead/)]);
    // Whoever does not know the password is not told.
    expect((await signIn('wrong')).status).toBe(401);
    expect((await command(['operator', 'list'])).text).toMatch(/jo@registration\.example .* disabled$/m);
    await command(['operator', 'enable', email]);
    expect((await signIn(password)).status).toBe(200);
    expect(await current()).toBe(401);
  });

  test('who loses a permission loses the consents that hold it, and no others', async () => {
    const password = printed(await add());
    const { current } = await grantedTokens(password);
    await command(['operator', 'permissions', email, 'pii:basic user:read']);
    expect(await current()).toBe(200);
    await command(['operator', 'permissions', email, 'pii:basic']);
    expect(await current()).toBe(200);
    await command(['operator', 'permissions', email, '']);
    expect(await current()).toBe(401);
    expect((await signIn(password)).problem).toMatch(/pii:basic/);
  });

  // What a request does that began before the administrator's command, and ends after it.
  describe('whose account changes while a request is on its way', () => {
    const oauthScopes = ['pii:basic'];
    async function issue() {
      const application = await findApplication(service.database, service.applications[0]?.clientId ?? '');
      const account = await findOperator(service.database, email);
      if (application === undefined) throw new Error('The service has no demo event.');
      const request = { clientId: application.clientId, redirectUri: 'rolecall://oauth/callback', oauthScopes };
      return issueCode(service.database, application, account.userId, {
        ...request,
        encodedState: undefined,
        codeChallenge: undefined,
      });
    }

    test('gets no code once disabled', async () => {
      await add();
      expect(await issue()).toEqual(expect.any(String));
      await command(['operator', 'disable', email]);
      expect(await issue()).toBeUndefined();
      await command(['operator', 'enable', email]);
      expect(await issue()).toEqual(expect.any(String));
    });

    test('gets no code for a permission that was taken', async () => {
      await add();
      await command(['operator', 'permissions', email, 'user:read']);
      expect(await issue()).toBeUndefined();
    });

    test('is not signed in by the password that was replaced, nor once disabled', async () => {
      const old = printed(await add());
      const checked = await checkPassword(service.database, email, old);
      if (checked.kind !== 'right') throw new Error('The password is the right one.');
      const begin = () => startSession(service.database, checked.userId, checked.passwordHash);
      expect(await begin()).toEqual(expect.any(String));
      await command(['operator', 'disable', email]);
      expect(await begin()).toBeUndefined();
      await command(['operator', 'enable', email]);
      await command(['operator', 'password', email]);
      expect(await begin()).toBeUndefined();
    });

    test.each([
      ['disabled', { disabled_at: new Date() }],
      ['without the permission', { permissions: [] }],
    ])('gets no tokens for a code or a refresh token that was left behind: %s', async (_what, change) => {
      const { refresh, current } = await grantedTokens(printed(await add()));
      const code = await issue();
      const { userId } = await findOperator(service.database, email);
      await service.database.updateTable('account').set(change).where('user_id', '=', userId).execute();
      const { clientId = '', clientSecret = '' } = service.applications[0] ?? {};
      const exchanged = await requestToken(service, {
        ...{ client_id: clientId, client_secret: clientSecret, grant_type: 'authorization_code' },
        code,
        redirect_uri: 'rolecall://oauth/callback',
      });
      expect([exchanged.status, exchanged.body.error]).toEqual([400, 'invalid_grant']);
      expect((await refresh()).body.error).toBe('invalid_grant');
      expect(await current()).toBe(401);
    });
  });

  test.each([
    ['without a name', ['add', 'new@registration.example'], /--first-name and --last-name/],
    ['without an address', ['add', 'nonsense', '--first-name', 'A', '--last-name', 'B'], /not an e-mail address/],
    [
      'with a user name that is taken',
      ['add', 'robin.desk@other.example', '--first-name', 'A', '--last-name', 'B'],
      /--username/,
    ],
    ['with a blank name', ['add', 'new@registration.example', '--first-name', ' ', '--last-name', ''], /needs a name/],
    [
      'with an empty user name',
      [...['add', 'new@registration.example', '--first-name', 'A', '--last-name', 'B'], '--username', ' '],
      /user name is empty/,
    ],
    ['who is none, a password', ['password', 'none@registration.example'], /“operator list”/],
    ['who is none, permissions', ['permissions', 'none@registration.example', 'pii:basic'], /“operator list”/],
    ['who is none, disabling', ['disable', 'none@registration.example'], /“operator list”/],
    ['who is none, enabling', ['enable', 'none@registration.example'], /“operator list”/],
  ])('%s is refused', async (_what, words, message) => {
    await expect(command(['operator', ...words])).rejects.toThrow(message);
  });
});

describe('a role', () => {
  test('is added, listed with its holders, and renamed while they keep it', async () => {
    const added = (await command(['role', 'add', ' Lost property '])).value as { role: { id: string } };
    const { id } = added.role;
    await service.database
      .insertInto('user_role')
      .values({ user_id: '10001', role_id: id, scope: 'convention' })
      .execute();
    const renamed = await command(['role', 'rename', id, 'Found property']);
    expect(renamed.value).toEqual({ role: { id, name: 'Found property', holders: 1 } });
    expect((await command(['role', 'list'])).text).toMatch(new RegExp(`^${id} +Found property +1$`, 'm'));
  });

  test.each([
    ['a name that is taken', ['add', 'Checked in'], /already/],
    ['a name that is taken, by another role', ['rename', '101', 'Staff'], /already/],
    ['no name', ['add', ' '], /needs a name/],
    ['an id that is none', ['rename', 'abc', 'X'], /“role list”/],
    ['an unknown id', ['rename', '4711', 'Anything'], /“role list”/],
  ])('with %s is refused', async (_what, words, message) => {
    await expect(command(['role', ...words])).rejects.toThrow(message);
  });
});

test('an event that a command has begun never gets the made-up people', async () => {
  for (const words of [
    ['event', 'name', 'Borealis'],
    ['role', 'add', 'Staff'],
    ['application', 'register', '--name', 'Desk', '--integration-scopes', 'user:read'],
  ]) {
    const fresh = await startService({ attendees: 0 });
    const read = readAdministration([...words, '--data-dir', 'unused']);
    if (read === 'help') throw new Error('Help is no command.');
    await administer(fresh.database, read.task, async () => '');
    const options = { attendees: 20, seed: 1, redirectUris: [] };
    expect(await ensureDemoEvent(fresh.database, options, await signingKey(fresh.database))).toBeUndefined();
    expect(await fresh.database.selectFrom('app_user').select('id').execute()).toEqual([]);
    await fresh.stop();
  }
});
