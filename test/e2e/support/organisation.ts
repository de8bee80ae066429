/**
 * An organisation's own service for an end-to-end test: the built service as its own process, with a proxy before it that can
 * be out of reach, and that can let somebody else be first. The app only ever knows the proxy's address; the test looks at
 * what the service holds behind the app's back.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ReadyLine } from '../../support/service-process.ts';
import { ROOT } from './launched-app.ts';

export interface Organisation {
  /** Where the app finds it. */
  readonly url: string;
  /** Arguments that connect an app to it. */
  readonly connectionArguments: readonly string[];
  /** Names of the roles the service says this person holds. */
  roleNames(userId: string): Promise<string[]>;
  /** The first person whose last name is this. */
  personNamed(
    lastName: string,
  ): Promise<{ id: string; firstName: string; lastName: string; preferredName: string | null }>;
  people(): Promise<
    { id: string; firstName: string; lastName: string; preferredName: string | null; username: string; email: string }[]
  >;
  /** Another desk gives this role now. */
  give(userId: string, roleName: string): Promise<void>;
  /** The next time the app gives a role, another desk gives the same one just before it arrives. */
  letSomebodyElseBeFirst(): void;
  /** From now on no connection gets through, until `restoreNetwork`. */
  cutNetwork(): void;
  restoreNetwork(): void;
  /**
   * The service answers this many more pages of the list of everybody; the others wait until the function it answers with is
   * called. Everything else goes through.
   */
  holdPeopleAfter(pages: number): () => void;
  /** Every secret this organisation has handed out for the desk. */
  readonly clientSecret: string;
  stop(): Promise<void>;
}

/** @param folder where the connection file is written */
export async function startOrganisation(folder: string, options: { attendees?: number } = {}): Promise<Organisation> {
  const service: ChildProcess = spawn(
    process.execPath,
    [
      path.join(ROOT, 'dist/service/main.js'),
      '--port',
      '0',
      '--attendees',
      String(options.attendees ?? 300),
      '--seed',
      '7',
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(service, 'exit');
  const ready = await new Promise<ReadyLine>((resolve, reject) => {
    let output = '';
    service.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(JSON.parse(output.slice(0, output.indexOf('\n'))) as ReadyLine);
    });
    void ended.then(() => reject(new Error('The service ended before it was ready.')));
  });
  const application = ready.applications[0];
  if (application === undefined) throw new Error('The service has no application.');

  const tokens = new Map<string, string>();
  const token = async (oauthScope: string): Promise<string> => {
    const known = tokens.get(oauthScope);
    if (known !== undefined) return known;
    const answer = await fetch(`${ready.url}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: application.clientId,
        client_secret: application.clientSecret,
        scope: oauthScope,
      }),
    });
    const value = ((await answer.json()) as { access_token: string }).access_token;
    tokens.set(oauthScope, value);
    return value;
  };
  const call = async (method: string, pathname: string, oauthScope: string, body?: unknown) => {
    const answer = await fetch(`${ready.url}${pathname}`, {
      method,
      headers: {
        authorization: `Bearer ${await token(oauthScope)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${pathname.split('/').slice(0, 4).join('/')} answered ${answer.status}.`);
    return answer.status === 204 ? undefined : ((await answer.json()) as unknown);
  };

  let cut = false;
  let somebodyElseIsFirst = false;
  /** Pages of everybody that still go through, and what waits behind them; null while nothing is held. */
  let held: { pages: number; readonly waiting: (() => void)[] } | null = null;
  const isPeoplePage = (request: IncomingMessage, body: Buffer): boolean =>
    request.url === '/api/v0/users/search' && !body.toString().includes('"filter"');
  const forward = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const onward = http.request(
      `${ready.url}${request.url ?? '/'}`,
      { method: request.method, headers: { ...request.headers, host: new URL(ready.url).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    onward.end(body);
  };
  const proxy = http.createServer((request, response) => {
    if (cut) {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (held !== null && isPeoplePage(request, body)) {
        if (held.pages === 0) {
          held.waiting.push(() => forward(request, response, body));
          return;
        }
        held.pages -= 1;
      }
      if (somebodyElseIsFirst && request.method === 'PUT' && request.url !== undefined) {
        somebodyElseIsFirst = false;
        void call('PUT', request.url, 'user:roles:update', JSON.parse(body.toString())).then(() =>
          forward(request, response, body),
        );
      } else {
        forward(request, response, body);
      }
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const connectionFile = path.join(folder, 'connection.json');
  await writeFile(
    connectionFile,
    JSON.stringify({
      name: 'Aurora Con 2026',
      baseUrl: url,
      clientId: application.clientId,
      clientSecret: application.clientSecret,
      redirectUri: 'rolecall://oauth/callback',
      oboScopes: ['pii:basic'],
      dataAccess: 'automatic',
    }),
  );

  type Person = {
    id: string;
    firstName: string;
    lastName: string;
    preferredName: string | null;
    username: string;
    email: string;
  };
  const people = async (): Promise<Person[]> => {
    const all: Person[] = [];
    let nextPage: string | null = null;
    do {
      const page = (await call('POST', '/api/v0/users/search', 'user:read', { nextPage })) as {
        data: Person[];
        nextPage: string | null;
      };
      all.push(...page.data);
      nextPage = page.nextPage;
    } while (nextPage !== null);
    return all;
  };

  return {
    url,
    connectionArguments: [`--connection=${connectionFile}`],
    clientSecret: application.clientSecret,
    people,
    personNamed: async (lastName) => {
      const person = (await people()).find((candidate) => candidate.lastName === lastName);
      if (person === undefined) throw new Error(`The demo event has nobody called ${lastName}.`);
      return person;
    },
    roleNames: async (userId) => {
      const roles = (await call('GET', `/api/v0/users/${userId}/roles`, 'user:read')) as { data: { name: string }[] };
      return roles.data.map((role) => role.name).sort();
    },
    give: async (userId, roleName) => {
      const roles = (await call('GET', '/api/v0/roles', 'user:read')) as { data: { id: string; name: string }[] };
      const role = roles.data.find((candidate) => candidate.name === roleName);
      if (role === undefined) throw new Error(`The demo event has no role ${roleName}.`);
      await call('PUT', `/api/v0/users/${userId}/roles/${role.id}`, 'user:roles:update', { scope: 'convention' });
    },
    letSomebodyElseBeFirst: () => {
      somebodyElseIsFirst = true;
    },
    holdPeopleAfter: (pages) => {
      const waiting: (() => void)[] = [];
      held = { pages, waiting };
      return () => {
        held = null;
        for (const goOn of waiting) goOn();
      };
    },
    cutNetwork: () => {
      cut = true;
      proxy.closeAllConnections();
    },
    restoreNetwork: () => {
      cut = false;
    },
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      service.kill('SIGTERM');
      await ended;
    },
  };
}
