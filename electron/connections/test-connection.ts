import { type ConnectionFile, type TestRow, type TestStep, testStepSchema } from '../../contract/desk/connections.ts';
import { type DataOperation, oauthScopes, paths } from '../../contract/registration-api/endpoints.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../ports/http-transport.ts';
import { readOneUser, readRoles, readUserRoles, readUsers } from '../registration/read-answer.ts';
import { readTokenAnswer } from '../sign-in/token-endpoint.ts';
import {
  type Exchange,
  judgeNoOperator,
  judgeOperator,
  judgeRead,
  judgeToken,
  judgeWay,
  rowOf,
  type Verdict,
} from './test-findings.ts';

/** The token of whoever is signed in to the connection under test. */
export interface OperatorAccess {
  readonly accessToken: string;
  readonly oauthScopes: readonly string[];
}

export interface ConnectionTestOptions {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly connection: Omit<ConnectionFile, 'clientSecret'>;
  /** Null where it has to be added again. */
  readonly clientSecret: string | null;
  /** Asked for once its turn comes; null while nobody is signed in. Throws why the access can't be renewed just now. */
  readonly operator: (signal: AbortSignal) => Promise<OperatorAccess | null>;
  readonly signal: AbortSignal;
  /** Told all rows after each step. */
  readonly changed: (rows: readonly TestRow[]) => void;
}

/** Milliseconds for one request. Somebody watches. */
const timeoutMs = 10_000;

const steps = testStepSchema.options;

/**
 * Tries what the desk needs of a connection, one thing after the other, and reads only: nothing of the service changes.
 * Resolves when all rows are settled; an aborted signal settles what is left as `stopped`. Never throws for what it finds.
 */
export async function testConnection(options: ConnectionTestOptions): Promise<void> {
  const { connection, clientSecret, signal, clock, changed } = options;
  const rows = new Map<TestStep, TestRow>(
    steps.map((step) => [step, { step, state: 'waiting', finding: null, names: [], minutes: null }]),
  );
  const tell = (): void => changed([...rows.values()]);
  const running = (step: TestStep): void => {
    signal.throwIfAborted();
    rows.set(step, { step, state: 'running', finding: null, names: [], minutes: null });
    tell();
  };
  const settle = (step: TestStep, verdict: Verdict): boolean => {
    rows.set(step, rowOf(step, verdict));
    tell();
    return verdict.finding === 'fine';
  };
  /** What can't be tried, or was not, when something before it failed. */
  const settleRest = (finding: 'not-tried' | 'stopped'): void => {
    for (const [step, row] of rows) {
      if (row.state === 'waiting' || row.state === 'running') rows.set(step, rowOf(step, { finding }));
    }
    tell();
  };

  const send = async (request: Pick<HttpRequest, 'method' | 'body'> & { path: string }, headers = {}) => {
    try {
      const response = await options.transport({
        method: request.method,
        url: connection.baseUrl.replace(/\/+$/, '') + request.path,
        headers: { accept: 'application/json', ...headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        timeoutMs,
        signal,
      });
      return { kind: 'answered', response, at: clock.now() } as const;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RolecallError)) throw error;
      return { kind: 'failed', error } as const;
    }
  };
  const askToken = (secret: string, oauthScope: string): Promise<Exchange> =>
    send(
      {
        method: 'POST',
        path: paths.token,
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          scope: oauthScope,
          client_id: connection.clientId,
          client_secret: secret,
        }).toString(),
      },
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
  const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

  async function testWay(): Promise<boolean> {
    running('reachable');
    const way = judgeWay(
      await send({ method: 'GET', path: paths.metadata }),
      connection.baseUrl.toLowerCase().startsWith('https:'),
    );
    settle('reachable', way.reachable);
    settle('secure', way.secure);
    settle('clock', way.clock);
    return (
      way.reachable.finding === 'fine' && (way.secure.finding === 'fine' || way.secure.finding === 'not-encrypted')
    );
  }

  /** The application's tokens that were granted: one for reading, as the desk would hold it. */
  async function testApplication(): Promise<{ readonly goesOn: boolean; readonly readToken: string | null }> {
    const byApplication = connection.dataAccess !== 'operator';
    running('service');
    if (clientSecret === null) {
      settle('application', { finding: 'secret-missing' });
      return { goesOn: false, readToken: null };
    }
    const first = await askToken(clientSecret, oauthScopes.readUsers);
    const reading = judgeToken(first, oauthScopes.readUsers, connection);
    const known = settle('service', reading.service) && settle('application', reading.application);
    if (!known) return { goesOn: false, readToken: null };
    settle('read-scope', byApplication ? reading.oauthScope : { finding: 'not-needed' });
    if (byApplication) {
      running('change-scope');
      const second = judgeToken(
        await askToken(clientSecret, oauthScopes.updateUserRoles),
        oauthScopes.updateUserRoles,
        connection,
      );
      settle('change-scope', second.service.finding === 'fine' ? second.oauthScope : second.service);
    } else {
      settle('change-scope', { finding: 'not-needed' });
    }
    return { goesOn: true, readToken: byApplication ? tokenIn(first, oauthScopes.readUsers) : null };
  }

  async function testOperator(): Promise<OperatorAccess | null> {
    running('operator');
    const only = connection.dataAccess === 'operator';
    let access: OperatorAccess | null = null;
    let trouble: RolecallError | null = null;
    try {
      access = await options.operator(signal);
    } catch (error) {
      if (!(error instanceof RolecallError)) throw error;
      trouble = error;
    }
    signal.throwIfAborted();
    if (access === null) {
      settle('operator', judgeNoOperator(trouble, only));
      return null;
    }
    const needed = only ? [oauthScopes.readUsers, oauthScopes.updateUserRoles] : [];
    const missing = needed.filter((oauthScope) => !access.oauthScopes.includes(oauthScope));
    const exchange = await send({ method: 'GET', path: paths.currentUser }, bearer(access.accessToken));
    const verdict = judgeOperator(exchange, missing);
    settle('operator', verdict);
    return verdict.finding === 'fine' || verdict.finding === 'scope-missing' ? access : null;
  }

  /** Reads with the tokens the desk would use, in its order: the next one where the service forbids the one before. */
  async function testReading(tokens: readonly string[]): Promise<void> {
    const read = async (
      step: TestStep,
      operation: DataOperation,
      request: Pick<HttpRequest, 'method' | 'body'> & { path: string },
      reader: (response: HttpResponse) => unknown,
    ): Promise<void> => {
      running(step);
      let verdict: Verdict = { finding: 'not-tried' };
      for (const token of tokens) {
        const json = request.body === undefined ? {} : { 'content-type': 'application/json' };
        verdict = judgeRead(await send(request, { ...bearer(token), ...json }), operation, reader);
        if (verdict.finding !== 'permission-missing') break;
      }
      settle(step, verdict);
    };
    let person: string | undefined;
    await read(
      'search',
      'searchUsers',
      { method: 'POST', path: paths.searchUsers, body: JSON.stringify({ limit: 1 }) },
      (response) => {
        person = readUsers(response).items[0]?.id;
      },
    );
    if (person === undefined) {
      const finding = rows.get('search')?.state === 'fine' ? 'nobody-registered' : 'not-tried';
      settle('person', { finding });
      settle('person-roles', { finding });
    } else {
      await read('person', 'getUser', { method: 'GET', path: paths.user(person) }, readOneUser);
      await read('person-roles', 'listUserRoles', { method: 'GET', path: paths.userRoles(person) }, readUserRoles);
    }
    let roles = 0;
    await read('roles', 'listRoles', { method: 'GET', path: paths.roles }, (response) => {
      roles = readRoles(response).items.length;
    });
    if (roles === 0 && rows.get('roles')?.state === 'fine') settle('roles', { finding: 'no-roles' });
  }

  try {
    tell();
    if (await testWay()) {
      const { goesOn, readToken } = await testApplication();
      if (goesOn) {
        const operator = await testOperator();
        const mayRead = operator?.oauthScopes.includes(oauthScopes.readUsers) === true;
        const tokens = [
          ...(operator !== null && mayRead && connection.dataAccess !== 'service-integration'
            ? [operator.accessToken]
            : []),
          ...(readToken === null ? [] : [readToken]),
        ];
        if (tokens.length > 0) await testReading(tokens);
      }
    }
    settleRest('not-tried');
  } catch (error) {
    if (!signal.aborted) throw error;
    settleRest('stopped');
  }
}

function tokenIn(exchange: Exchange, oauthScope: string): string | null {
  if (exchange.kind === 'failed') return null;
  const outcome = readTokenAnswer(exchange.response, [oauthScope]);
  return outcome.kind === 'granted' && outcome.grant.oauthScopes.includes(oauthScope)
    ? outcome.grant.accessToken
    : null;
}
