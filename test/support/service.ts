/**
 * The real Event Registration Service for tests: in this process, on a free port of 127.0.0.1, with a database of its
 * own. In memory by default; on a PostgreSQL server when ROLECALL_TEST_DATABASE_URL names one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { StartOptions } from '../../service/command-line.ts';
import { makeTemplate } from '../../service/database/make-template.ts';
import type { DatabaseLocation } from '../../service/database/open-database.ts';
import type { Database } from '../../service/database/schema.ts';
import type { FaultSettings } from '../../service/faults/fault-plan.ts';
import { createLog } from '../../service/log.ts';
import { type RunningService, startService as start } from '../../service/start-service.ts';

export interface TestService extends RunningService {
  /** For looking at, or preparing, what the service has stored. */
  readonly database: Database;
  /** Every line the service has logged. */
  readonly logLines: readonly string[];
}

interface HasApplications<Application> {
  readonly applications: readonly Application[];
}

export type TestServiceOptions = Partial<StartOptions>;

/** Starts a service with 60 people unless told otherwise. Stop it in `afterAll`. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const logLines: string[] = [];
  const own = options.location === undefined ? await newDatabase() : undefined;
  const service = await start(
    {
      host: '127.0.0.1',
      port: 0,
      location: own?.location ?? { kind: 'memory' },
      attendees: 60,
      seed: 1,
      redirectUris: [],
      tls: undefined,
      baseUrl: undefined,
      trustedProxies: [],
      accessTokenSeconds: 3_600,
      refreshGraceSeconds: 0,
      rateLimit: undefined,
      faults: false,
      databaseTemplate: undefined,
      eventFile: undefined,
      ...options,
    },
    { log: createLog((line) => logLines.push(line)), templateFile: await databaseTemplate() },
  );
  return {
    ...service,
    logLines,
    async stop() {
      await service.stop();
      await own?.remove();
    },
  };
}

interface OwnDatabase {
  readonly location: DatabaseLocation;
  remove(): Promise<void>;
}

async function newDatabase(): Promise<OwnDatabase> {
  const serverUrl = process.env.ROLECALL_TEST_DATABASE_URL;
  if (serverUrl === undefined) return { location: { kind: 'memory' }, remove: async () => {} };
  const name = `rolecall_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    location: { kind: 'server', url: url.href },
    remove: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Made once per version of PGlite and of the tables, and kept between runs: starting from nothing takes seconds. */
export async function databaseTemplate(): Promise<string> {
  const root = new URL('../../', import.meta.url);
  const madeOf = createHash('sha256')
    .update(readFileSync(new URL('service/database/migrations.ts', root)))
    .update(readFileSync(new URL('node_modules/@electric-sql/pglite/package.json', root)));
  const folder = fileURLToPath(new URL('node_modules/.cache/rolecall/', root));
  const file = `${folder}database-${madeOf.digest('hex').slice(0, 16)}.tar.gz`;
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    await makeTemplate(file);
  }
  return file;
}

/** Asks the token endpoint; fields that are undefined are left out. */
export async function requestToken(
  service: Pick<TestService, 'url'>,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  const response = await fetch(`${service.url}/api/oauth/token`, { method: 'POST', body: form });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

/** An access token of the first demo application's own (client credentials). */
export async function integrationToken(
  service: Pick<TestService, 'url'> & HasApplications<{ readonly clientId: string; readonly clientSecret: string }>,
  ...oauthScopes: string[]
): Promise<string> {
  const application = applicationAt(service, 0);
  const { status, body } = await requestToken(service, {
    grant_type: 'client_credentials',
    client_id: application.clientId,
    client_secret: application.clientSecret,
    scope: oauthScopes.join(' '),
  });
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`);
  return String(body.access_token);
}

/** The demo application at a place: 0 for service integration, 1 for access on behalf of operators. */
export function applicationAt<Application>(service: HasApplications<Application>, index: 0 | 1) {
  const application = service.applications[index];
  if (application === undefined) throw new Error('The service has no demo event.');
  return application;
}

/** The operators of the demo event: one who may sign in, one who lacks every permission, and an administrator. */
export function operatorNamed(service: TestService, who: 'desk' | 'newcomer' | 'lead') {
  const operator = service.operators[{ desk: 0, newcomer: 1, lead: 2 }[who]];
  if (operator === undefined) throw new Error('The service has no demo event.');
  return operator;
}

/** A request to a data endpoint; `body` is sent as JSON. */
export async function callApi(
  service: Pick<TestService, 'url'>,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
}

/** Replaces the fault rules of a service started with `faults: true`. */
export async function setFaults(service: TestService, settings: FaultSettings): Promise<void> {
  if (service.faults === undefined) throw new Error('Start the service with faults: true.');
  const response = await fetch(service.faults.url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.faults.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (response.status !== 204) throw new Error(`The faults were refused: ${await response.text()}`);
}

/** A browser without a screen: keeps cookies, follows no redirect, fills in the forms of a page. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(service: Pick<TestService, 'url'>) {
    this.#origin = service.url;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** The same browser, with copies of its cookies, in front of another instance of the service. */
  at(service: Pick<TestService, 'url'>): TestBrowser {
    const there = new TestBrowser(service);
    for (const [name, value] of this.#cookies) there.#cookies.set(name, value);
    return there;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestPage> {
    return this.#send(path, { headers: { ...headers } });
  }

  post(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { ...headers } });
  }

  /** Sends the page's form for `action`, with its hidden fields and the ones given. */
  submit(page: TestPage, action: string, fields: Readonly<Record<string, string>>): Promise<TestPage> {
    return this.post(action, { ...page.hiddenFields(action), ...fields });
  }

  /** Opens a page and signs in on the way if asked to. */
  async open(path: string, operator: { email: string; password: string }): Promise<TestPage> {
    const page = await this.get(path);
    if (!page.html.includes('name="password"')) return page;
    const signedIn = await this.submit(page, '/sign-in', { email: operator.email, password: operator.password });
    return signedIn.location === null ? signedIn : this.get(signedIn.location);
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<TestPage> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.#origin), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie === '' ? {} : { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return new TestPage(response.status, response.headers, await response.text());
  }
}

export class TestPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;

  constructor(status: number, headers: Headers, html: string) {
    this.status = status;
    this.headers = headers;
    this.html = html;
  }

  get location(): string | null {
    return this.headers.get('location');
  }

  /** The title of the card. */
  get heading(): string {
    return unescapeHtml(/<h1>(.*?)<\/h1>/s.exec(this.html)?.[1] ?? '');
  }

  /** What the page complains about. */
  get problem(): string | undefined {
    const text = /role="alert"[^>]*>.*?<span>(.*?)<\/span>/s.exec(this.html)?.[1];
    return text === undefined ? undefined : unescapeHtml(text);
  }

  /** Hidden fields of the first form with this action. */
  hiddenFields(action: string): Record<string, string> {
    const form = new RegExp(`<form method="post" action="${action}"[^>]*>(.*?)</form>`, 's').exec(this.html)?.[1] ?? '';
    const fields: Record<string, string> = {};
    for (const [, name = '', value = ''] of form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
      fields[name] = unescapeHtml(value);
    }
    return fields;
  }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

export interface AuthorizationParameters {
  readonly application?: 0 | 1;
  readonly redirectUri?: string;
  readonly oauthScopes?: string;
  readonly state?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** The address of the authorization page for a demo application. */
export function authorizationPath(service: TestService, parameters: AuthorizationParameters = {}): string {
  const application = applicationAt(service, parameters.application ?? 0);
  const query = new URLSearchParams({
    client_id: application.clientId,
    response_type: 'code',
    redirect_uri: parameters.redirectUri ?? 'rolecall://oauth/callback',
    scope: parameters.oauthScopes ?? 'pii:basic',
    ...(parameters.state === undefined ? {} : { state: parameters.state }),
    ...parameters.extra,
  });
  return `/oauth/authorize?${query}`;
}

/** Signing in costs a slow hash each time, so an operator's browser stays signed in. */
const browsers = new WeakMap<TestService, Map<string, TestBrowser>>();

function browserOf(service: TestService, who: string): TestBrowser {
  const ofService = browsers.get(service) ?? new Map<string, TestBrowser>();
  browsers.set(service, ofService);
  const browser = ofService.get(who) ?? new TestBrowser(service);
  ofService.set(who, browser);
  return browser;
}

/** Signs an operator in where needed and decides; the answer is where the browser is sent. */
export async function authorize(
  service: TestService,
  who: 'desk' | 'newcomer' | 'lead',
  parameters: AuthorizationParameters = {},
  decision: 'authorize' | 'deny' = 'authorize',
): Promise<URL> {
  const browser = browserOf(service, who);
  const consent = await browser.open(authorizationPath(service, parameters), operatorNamed(service, who));
  const sent = await browser.submit(consent, '/oauth/authorize', { decision });
  if (sent.location === null) throw new Error(`Not redirected (${sent.status}): ${sent.problem ?? sent.heading}`);
  return new URL(sent.location);
}
