import {
  type AddRoleRequest,
  type DataOperation,
  paths,
  requiredOauthScope,
  type SearchUsersRequest,
  searchLimit,
} from '../../contract/registration-api/endpoints.ts';
import type { Role, UserRole } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../ports/http-transport.ts';
import type { Log } from '../ports/log.ts';
import type { AccessToken, AccessTokens } from './access-tokens.ts';
import { type ListAnswer, readOneUser, readRoles, readUserRoles, readUsers, readWritten } from './read-answer.ts';
import { readError } from './read-error.ts';
import type { CallOptions, RegistrationClient } from './registration-client.ts';
import { type BudgetState, createRequestBudget } from './request-budget.ts';

/** What came of one call, for the reachability state: reachable, or why it failed. */
export type CallOutcome = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly error: RolecallError };

export interface RegistrationClientOptions {
  readonly transport: HttpTransport;
  readonly baseUrl: URL;
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
  readonly log: Log;
  /** Told the outcome of every call, those that found no token too. Aborted calls say nothing. */
  readonly report: (outcome: CallOutcome) => void;
  /** Requests under way at once; 6 by default, of which at most 3 in the background. */
  readonly concurrency?: number;
}

export interface CreatedRegistrationClient extends RegistrationClient {
  /**
   * This machine's clock minus the service's, by the Date header of the last answer; milliseconds, to the second. Null
   * until one carried it.
   */
  clockSkewMs(): number | null;
  /** The request budget, for diagnostics. */
  budget(): BudgetState;
  /** Drops what waits for its turn. Callers that still wait abort their own signals. */
  dispose(): void;
}

/** Milliseconds until an exchange is given up. A person waits for the first, nobody for the second. */
const timeoutMs = { interactive: 10_000, background: 30_000 } as const;
const defaultPauseMs = 1_000;
/** A sweep of 100,000 people has 1,000 pages; an instance that never ends is stopped here. */
const mostListPages = 10_000;

/** Sent as a number where that loses nothing (docs/decisions.md, "client_id number, role id string"). */
export function roleIdForFilter(roleId: string): number | string {
  const number = Number(roleId);
  return Number.isSafeInteger(number) && String(number) === roleId ? number : roleId;
}

interface Exchange {
  readonly operation: DataOperation;
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: AddRoleRequest | SearchUsersRequest;
}

export function createRegistrationClient(options: RegistrationClientOptions): CreatedRegistrationClient {
  const { transport, accessTokens, clock, log, report } = options;
  const concurrency = options.concurrency ?? 6;
  const budget = createRequestBudget({
    clock,
    concurrency,
    backgroundConcurrency: Math.max(1, Math.floor(concurrency / 2)),
  });
  const base = options.baseUrl.origin + options.baseUrl.pathname.replace(/\/+$/, '');
  let skewMs: number | null = null;

  function addressOf({ path, query }: Exchange): string {
    // Percent-encoding leaves dots alone, and an address with them would reach another endpoint.
    if (
      path
        .slice(1)
        .split('/')
        .some((part) => part === '' || part === '.' || part === '..')
    ) {
      throw new RolecallError('bad-input', 'An id of a person or role is empty or made of dots.');
    }
    return query === undefined ? base + path : `${base}${path}?${new URLSearchParams(query)}`;
  }

  function noteServerTime(response: HttpResponse): void {
    const date = Date.parse(response.headers.date ?? '');
    if (!Number.isNaN(date)) skewMs = Math.round((clock.now() - date) / 1000) * 1000;
  }

  async function send(exchange: Exchange, token: AccessToken, call: CallOptions): Promise<HttpResponse> {
    const response = await transport({
      method: exchange.method,
      url: addressOf(exchange),
      headers: {
        accept: 'application/json',
        // Nowhere else: a bearer in an address would be logged by every proxy (checklist B30).
        authorization: `Bearer ${token.value}`,
        ...(exchange.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(exchange.body === undefined ? {} : { body: JSON.stringify(exchange.body) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      timeoutMs: timeoutMs[call.priority],
    });
    return response;
  }

  /** A 401 asks for a fresh token once, a 403 for another kind of token once (checklist B31); nothing else is repeated. */
  async function exchangeWithToken(exchange: Exchange, call: CallOptions): Promise<HttpResponse> {
    const oauthScope = requiredOauthScope[exchange.operation];
    const asked = { refused: false, forbidden: false };
    for (;;) {
      const token = await accessTokens.forOauthScope(oauthScope, call.signal);
      const response = await send(exchange, token, call);
      const error = readError(response, exchange.operation, clock.now());
      if (error === null || error.code !== 'network-captive-portal') noteServerTime(response);
      if (error === null) return response;
      log.info('registration.refused', {
        operation: exchange.operation,
        status: response.status,
        code: error.code,
        traceHash: error.traceHash,
      });
      if (error.code === 'service-unauthorized') {
        // Told of the second bearer too, so that it is not handed out again.
        const fresh = await accessTokens.refused(token, oauthScope);
        if (!fresh || asked.refused) throw error;
        asked.refused = true;
      } else if (error.code === 'service-forbidden') {
        // Told of the last refusal too: then nothing this session holds may do it.
        const other = await accessTokens.forbidden(token, oauthScope);
        if (!other || asked.forbidden) throw error;
        asked.forbidden = true;
      } else {
        if (error.code === 'network-rate-limited' || error.retryAfterMs !== undefined) {
          budget.pause(error.retryAfterMs ?? defaultPauseMs);
        }
        throw error;
      }
    }
  }

  async function call<Value>(
    exchange: Exchange,
    callOptions: CallOptions,
    read: (response: HttpResponse) => Value,
  ): Promise<Value> {
    try {
      const value = await budget.run(callOptions, async () => read(await exchangeWithToken(exchange, callOptions)));
      report({ kind: 'ok' });
      return value;
    } catch (error) {
      if (error instanceof RolecallError) report({ kind: 'failed', error });
      throw error;
    }
  }

  function listOnce<Item>(
    exchange: Exchange,
    callOptions: CallOptions,
    read: (response: HttpResponse) => ListAnswer<Item>,
  ): Promise<ListAnswer<Item>> {
    return call(exchange, callOptions, (response) => {
      const answer = read(response);
      if (answer.unusable > 0) {
        log.warn('registration.unusable-items', { operation: exchange.operation, count: answer.unusable });
      }
      return answer;
    });
  }

  async function listAll<Item>(
    exchange: Exchange,
    callOptions: CallOptions,
    read: (response: HttpResponse) => ListAnswer<Item>,
  ): Promise<readonly Item[]> {
    const items: Item[] = [];
    const seen = new Set<string>();
    let nextPage: string | null = null;
    do {
      const page: ListAnswer<Item> = await listOnce(
        nextPage === null ? exchange : { ...exchange, query: { nextPage } },
        callOptions,
        read,
      );
      items.push(...page.items);
      nextPage = page.nextPage;
      if (nextPage === null) break;
      if (seen.has(nextPage) || seen.size >= mostListPages) {
        throw new RolecallError('service-repeated-cursor', 'The service sent the same cursor twice in one listing.');
      }
      seen.add(nextPage);
    } while (nextPage !== null);
    return items;
  }

  return {
    listRoles: (callOptions) =>
      listAll<Role>({ operation: 'listRoles', method: 'GET', path: paths.roles }, callOptions, readRoles),
    listUserRoles: (userId, callOptions) =>
      listAll<UserRole>(
        { operation: 'listUserRoles', method: 'GET', path: paths.userRoles(userId) },
        callOptions,
        readUserRoles,
      ),
    addRole: (userId, roleId, roleScope, callOptions) =>
      call(
        { operation: 'addRole', method: 'PUT', path: paths.userRole(userId, roleId), body: { scope: roleScope } },
        callOptions,
        readWritten,
      ),
    removeRole: (userId, roleId, callOptions) =>
      call(
        { operation: 'removeRole', method: 'DELETE', path: paths.userRole(userId, roleId) },
        callOptions,
        readWritten,
      ),
    getUser: (userId, callOptions) =>
      call({ operation: 'getUser', method: 'GET', path: paths.user(userId) }, callOptions, readOneUser),
    searchUsers: async (query, callOptions) => {
      const body: SearchUsersRequest = {
        limit: query.limit ?? searchLimit.default,
        ...(query.nextPage === null ? {} : { nextPage: query.nextPage }),
        ...(query.roleId === undefined ? {} : { filter: { roleId: roleIdForFilter(query.roleId) } }),
      };
      const page = await listOnce(
        { operation: 'searchUsers', method: 'POST', path: paths.searchUsers, body },
        callOptions,
        readUsers,
      );
      return { users: page.items, nextPage: page.nextPage };
    },
    clockSkewMs: () => skewMs,
    budget: () => budget.read(),
    dispose: () => budget.dispose(),
  };
}
