import type { Bridge, EventPayload, RequestInput, RequestOutput } from '../../contract/desk/channel-map.ts';
import {
  type AtOnceName,
  atOnceNames,
  type EventName,
  eventNames,
  isAtOnce,
  type RequestName,
} from '../../contract/desk/channel-names.ts';
import type { Result } from '../../contract/desk/errors.ts';
import * as madeUp from './made-up.ts';

/** What a fake answers to one request. A promise that stays pending shows what waiting looks like. */
type Answer<Name extends RequestName> = (
  input: RequestInput<Name>,
) => Result<RequestOutput<Name>> | (Name extends AtOnceName ? never : Promise<Result<RequestOutput<Name>>>);
export type Answers = { readonly [Name in RequestName]?: Answer<Name> };

export interface FakeBridge {
  readonly bridge: Bridge;
  /** Every request so far, in order. */
  readonly asked: readonly { readonly name: RequestName; readonly input: unknown }[];
  /** What the page was about to ask at once. */
  readonly askedAhead: readonly { readonly name: RequestName; readonly input: unknown }[];
  publish<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Number of subscribed listeners, to see that all are given back. */
  listeners(): number;
}

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const no = (code: Parameters<typeof madeUp.deskError>[0]): Result<never> => ({
  ok: false,
  error: madeUp.deskError(code),
});
export const never = <Value>(): Promise<Value> => new Promise(() => undefined);

const act = ok({ actId: 'act-1' });

const usual: { readonly [Name in RequestName]: Answer<Name> } = {
  'app:read': () => ok({ version: '0.1.0', platform: 'linux', systemLanguage: 'en', systemLocales: ['en-GB'] }),
  'sign-in:read': () => ok(madeUp.signedIn()),
  'sign-in:start': () => ok({}),
  'sign-in:cancel': () => ok({}),
  'sign-in:open-browser-again': () => ok({}),
  'sign-in:copy-link': () => ok({}),
  'sign-in:copy-request': () => ok({}),
  'sign-in:take-over-links': () => ok({}),
  'sign-in:paste-address': () => ok({}),
  'sign-in:sign-out': () => ok({}),
  'sign-in:lock': () => ok({}),
  'sign-in:unlock': () => ok({}),
  'sign-in:set-pin': () => ok({}),
  'connections:read': () => ok(madeUp.connections()),
  'connections:choose-file': () => ok({ chosen: false }),
  'connections:dismiss-problem': () => ok({}),
  'connections:use': () => ok({}),
  'connections:details': ({ connectionId }) => ok(madeUp.connectionDetails({ connectionId })),
  'connections:form': () => ok(madeUp.connectionForm()),
  'connections:save': ({ connectionId }) => ok({ kind: 'saved', connectionId: connectionId ?? 'new' }),
  'connections:test': () => ok({ testId: 1 }),
  'connections:test-form': () => ok({ kind: 'testing', testId: 1 }),
  'connections:stop-test': () => ok({}),
  'connections:unsent': () => ok({ waiting: 0, refused: 0, first: [] }),
  'connections:export-journal': () => ok({ saved: true }),
  'connections:remove': () => ok({}),
  'connections:make-desk-link': () => ok(madeUp.deskLink),
  'connections:copy-desk-link': () => ok({}),
  'connections:save-desk-link': () => ok({ saved: true }),
  'connections:forget-desk-link': () => ok({}),
  'connections:offer': () => ok({}),
  'connections:unseal': () => ok({}),
  'connections:accept-offer': () => ok({}),
  'connections:decline-offer': () => ok({}),
  'updates:read': () => ok({ kind: 'idle', checkedAt: null }),
  'updates:check': () => ok({ kind: 'checking' }),
  'updates:download': () => ok({ kind: 'downloading', version: '0.2.0', percent: 0 }),
  'updates:install': () => ok({ kind: 'ready', version: '0.2.0' }),
  'diagnostics:save': () => ok({ saved: true }),
  'diagnostics:packages': () => ok({ packages: madeUp.shippedPackages }),
  'diagnostics:licence': () => ok({ words: 'MIT License\n\nPermission is hereby granted, free of charge …' }),
  'settings:read': () => ok(madeUp.settings()),
  'settings:change': (changes) => ok(madeUp.settings(changes)),
  'practice:read': () => ok({ service: 'running' }),
  'practice:start-service': () => ok({}),
  'practice:start-over': () => ok({}),
  'preflight:read': () => ok(madeUp.preflight()),
  'preflight:run': () => ok({}),
  'preflight:stop': () => ok({}),
  'preflight:answer': () => ok({}),
  'preflight:save': () => ok({ saved: true }),
  'stations:read': () => ok(madeUp.station()),
  'stations:book': () => ok(madeUp.stationBook()),
  'stations:choose': () => ok({}),
  'stations:save': ({ draft }) => ok({ kind: 'saved', stationId: draft.id ?? 's1', warnings: [] }),
  'stations:duplicate': () => ok({ stationId: 's2' }),
  'stations:move': () => ok({}),
  'stations:remove': () => ok({}),
  'stations:restore': () => ok({}),
  'stations:unlock': () => ok({}),
  'stations:lock': () => ok({}),
  'stations:set-pin': () => ok({}),
  'directory:read': () => ok(madeUp.directory()),
  'directory:search': ({ query }) => ok(madeUp.result(query, madeUp.hitsOfMik())),
  'directory:scan': ({ text }) =>
    ok({ ...madeUp.result(text.trim(), [madeUp.hit(text.trim(), text.trim())]), searchedFor: text.trim() }),
  'directory:look-up': () => ok({ outcome: 'unknown' }),
  'directory:diagnostics': () => ok(madeUp.diagnostics()),
  'directory:open': ({ userId }) => ok(madeUp.view(userId)),
  'directory:close': () => ok({}),
  'directory:reveal': ({ userId }) =>
    ok({
      userId,
      legalName: 'Mikael Aaltonen',
      email: 'mikael@aalto.example',
      phone: '+358 40 123 4417',
      addressLines: ['Kirkkokatu 12 B 7', '90100 Oulu', 'FI'],
    }),
  'role-changes:read': () => ok(madeUp.roleChanges()),
  'role-changes:wish': () => act,
  'role-changes:run-recipe': () => act,
  'role-changes:undo': () => act,
  'role-changes:dismiss': () => ok({}),
  'role-changes:list': () => ok({ rows: [], more: false }),
  'role-changes:facets': () => ok({ operators: ['Sam R.', 'Robin L.'], roles: madeUp.listRoles() }),
  'role-changes:export': () => ok({ saved: true }),
  'rush-board:read': () => ok(madeUp.rushBoard()),
  'rush-board:watch': () => ok(madeUp.rushBoard()),
  'rush-board:expect': () => ok({}),
  'rush-board:show': () => ok({}),
  'rush-board:hide': () => ok({}),
  'lists:read': () => ok(madeUp.lists()),
  'lists:roles': () => ok({ roles: madeUp.listRoles() }),
  'lists:choose-file': () => ok({ chosen: true }),
  'lists:paste': () => ok({}),
  'lists:set-columns': () => ok({}),
  'lists:set-change': () => ok({}),
  'lists:rows': () => ok({ revision: 1, total: 0, rows: [] }),
  'lists:candidates': () => ok({ candidates: madeUp.candidates() }),
  'lists:choose': () => ok({}),
  'lists:apply': () => ok({ batchId: 'list-1' }),
  'lists:discard': () => ok({}),
  'lists:pause': () => ok({}),
  'lists:resume': () => ok({}),
  'lists:cancel': () => ok({}),
  'lists:undo': () => ok({}),
  'lists:members': () => ok({ total: 0, knownAt: null, members: [] }),
  'lists:export-members': () => ok({ saved: true }),
  'lists:close-members': () => ok({}),
};

/** A `window.rolecall` without a program behind it. */
export function createFakeBridge(answers: Answers = {}): FakeBridge {
  const asked: { name: RequestName; input: unknown }[] = [];
  const askedAhead: { name: RequestName; input: unknown }[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>(eventNames.map((name) => [name, new Set()]));
  const all = { ...usual, ...answers };

  const request =
    <Name extends RequestName>(name: Name) =>
    (input: RequestInput<Name>) => {
      asked.push({ name, input });
      const answer = all[name] as Answer<Name>;
      return answer(input);
    };
  const requests = Object.fromEntries(
    (Object.keys(usual) as RequestName[])
      .filter((name) => !isAtOnce(name))
      .map((name) => {
        const ask = request(name);
        return [name, async (input: never) => ask(input)];
      }),
  ) as unknown as Bridge['requests'];
  const atOnce = Object.fromEntries(
    atOnceNames.map((name) => {
      const ask = request(name);
      return [name, (input: never) => JSON.stringify(ask(input))];
    }),
  ) as unknown as Bridge['atOnce'];
  const ahead = Object.fromEntries(
    atOnceNames.map((name) => [name, (input: never) => void askedAhead.push({ name, input })]),
  ) as unknown as Bridge['ahead'];
  const events = Object.fromEntries(
    eventNames.map((name) => [
      name,
      (listener: (payload: never) => void) => {
        listeners.get(name)?.add(listener);
        return () => listeners.get(name)?.delete(listener);
      },
    ]),
  ) as unknown as Bridge['events'];

  return {
    bridge: { requests, atOnce, ahead, events },
    asked,
    askedAhead,
    publish(name, payload) {
      for (const listener of listeners.get(name) ?? []) (listener as (value: typeof payload) => void)(payload);
    },
    listeners: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
}
