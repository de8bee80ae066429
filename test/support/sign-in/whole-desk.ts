/** One connection's desk as the app puts it together (desk-session.ts), on the real service, without Electron. */
import type { EventPayload, RequestHandlers } from '../../../contract/desk/channel-map.ts';
import type { EventName } from '../../../contract/desk/channel-names.ts';
import type { SignInState } from '../../../contract/desk/sign-in.ts';
import { createDeskSession, type DeskSession, type SessionChannel } from '../../../electron/app/desk-session.ts';
import type { Connection } from '../../../electron/connections/connection.ts';
import { type Clock, systemClock } from '../../../electron/ports/clock.ts';
import { nodeFiles } from '../../../electron/ports/files.ts';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import type { RushDisplay } from '../../../electron/ports/rush-display.ts';
import { usualSettings } from '../../../electron/settings/settings-store.ts';
import { en } from '../../../electron/words/en.ts';
import { applicationAt, operatorNamed, TestBrowser, type TestService } from '../service.ts';
import { createFakeCipher, type FakeCipher } from './fakes.ts';

export interface WholeDesk {
  readonly session: DeskSession;
  readonly handlers: RequestHandlers<SessionChannel>;
  /** Every event that left for the page, oldest first. */
  readonly events: readonly { readonly name: EventName; readonly payload: unknown }[];
  /** What the clipboard was given. */
  readonly copied: readonly string[];
  /** Where the browser was sent. */
  readonly opened: readonly URL[];
  state(): Promise<SignInState>;
  /** Resolves with the first event of this name that fits, the ones before included. */
  until<Name extends EventName>(
    name: Name,
    fits: (payload: EventPayload<Name>) => boolean,
  ): Promise<EventPayload<Name>>;
  /** Starts, goes through the service's pages as this operator, and waits until signed in. */
  signIn(who?: 'desk' | 'newcomer' | 'lead'): Promise<void>;
  close(): Promise<void>;
}

export interface WholeDeskOptions {
  readonly service: TestService;
  readonly folder: string;
  readonly application?: 0 | 1;
  readonly connection?: Partial<Connection>;
  readonly cipher?: FakeCipher;
  readonly clock?: Clock;
  readonly transport?: HttpTransport;
  readonly idleMs?: () => number;
  readonly rushDisplay?: RushDisplay;
  readonly saveDialog?: (suggestedName: string) => Promise<string | null>;
}

export async function openWholeDesk(options: WholeDeskOptions): Promise<WholeDesk> {
  const { service, folder } = options;
  const application = applicationAt(service, options.application ?? 0);
  const events: { name: EventName; payload: unknown }[] = [];
  const copied: string[] = [];
  const opened: URL[] = [];
  const waiting = new Set<() => void>();
  const session = createDeskSession({
    connection: {
      id: 'test',
      name: 'Test',
      practice: false,
      baseUrl: service.url,
      clientId: application.clientId,
      redirectUri: 'rolecall://oauth/callback',
      oboScopes: [...application.oboScopes],
      dataAccess: 'automatic',
      pkce: true,
      ...options.connection,
    },
    clientSecret: application.clientSecret,
    secretPlace: 'memory',
    folder,
    transport: options.transport ?? nodeHttpTransport,
    browser: { open: async (url) => void opened.push(url) },
    cipher: options.cipher ?? createFakeCipher(),
    settings: { read: () => usualSettings, subscribe: () => () => undefined },
    files: nodeFiles,
    clock: options.clock ?? systemClock,
    log: silentLog,
    publish: (name, payload) => {
      events.push({ name, payload });
      for (const look of [...waiting]) look();
    },
    lastInput: { idleMs: options.idleMs ?? (() => 0) },
    rushDisplay: options.rushDisplay ?? {
      read: () => 'closed',
      show: () => {},
      hide: () => {},
      subscribe: () => () => {},
    },
    copyText: (text) => copied.push(text),
    links: { look: async () => 'rolecall', takeOver: async () => 'rolecall' },
    bringToFront: () => {},
    saveDialog: options.saveDialog ?? (async () => null),
    openListDialog: async () => null,
    readTable: async () => {
      throw new Error('No list is read here.');
    },
    reachabilityChanged: () => {},
    words: () => en,
  });
  await session.start();

  const until: WholeDesk['until'] = (name, fits) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = events.find((event) => event.name === name && fits(event.payload as never));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found.payload as never);
      };
      waiting.add(look);
      look();
    });

  return {
    session,
    handlers: session.handlers,
    events,
    copied,
    opened,
    state: async () => session.handlers['sign-in:read']({}),
    until,
    async signIn(who = 'desk') {
      const before = events.length;
      await session.handlers['sign-in:start']({});
      await expectPoll(() => opened.length > 0 && latestKind(events) === 'waiting');
      const url = opened.at(-1);
      if (url === undefined) throw new Error('No browser was opened.');
      const browser = new TestBrowser(service);
      const consent = await browser.open(url.pathname + url.search, operatorNamed(service, who));
      const sent = await browser.submit(consent, '/oauth/authorize', { decision: 'authorize' });
      if (sent.location === null) throw new Error(`Not redirected: ${sent.problem ?? sent.heading}`);
      session.deliver(sent.location);
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!events.slice(before).some(({ name, payload }) => isSignedIn(name, payload))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    close: () => session.close(),
  };

  async function expectPoll(condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });
  }
}

const isSignedIn = (name: EventName, payload: unknown): boolean =>
  name === 'sign-in:changed' && (payload as SignInState).kind === 'signed-in';

function latestKind(events: readonly { readonly name: EventName; readonly payload: unknown }[]): string | undefined {
  const latest = events.findLast(({ name }) => name === 'sign-in:changed');
  return (latest?.payload as SignInState | undefined)?.kind;
}
