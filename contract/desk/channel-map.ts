/** All IPC channels with their schemas. Main parses every input and output with them; the renderer uses the types only. */
import type { z } from 'zod';
import { appRequests } from './app.ts';
import type { AtOnceName, EventName, LaterName, RequestName } from './channel-names.ts';
import { connectionsEvents, connectionsRequests } from './connections.ts';
import { diagnosticsRequests } from './diagnostics.ts';
import { directoryEvents, directoryRequests } from './directory.ts';
import type { Result } from './errors.ts';
import { listsEvents, listsRequests } from './lists.ts';
import { practiceEvents, practiceRequests } from './practice.ts';
import { preflightEvents, preflightRequests } from './preflight.ts';
import { roleChangesEvents, roleChangesRequests } from './role-changes.ts';
import { rushBoardEvents, rushBoardRequests } from './rush-board.ts';
import { settingsEvents, settingsRequests } from './settings.ts';
import { signInEvents, signInRequests } from './sign-in.ts';
import { stationsEvents, stationsRequests } from './stations.ts';
import { updatesEvents, updatesRequests } from './updates.ts';

interface RequestChannel {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

export const requests = {
  ...appRequests,
  ...signInRequests,
  ...connectionsRequests,
  ...updatesRequests,
  ...diagnosticsRequests,
  ...settingsRequests,
  ...practiceRequests,
  ...preflightRequests,
  ...stationsRequests,
  ...directoryRequests,
  ...roleChangesRequests,
  ...rushBoardRequests,
  ...listsRequests,
} as const satisfies Record<RequestName, RequestChannel>;

export const events = {
  ...signInEvents,
  ...connectionsEvents,
  ...updatesEvents,
  ...settingsEvents,
  ...practiceEvents,
  ...preflightEvents,
  ...stationsEvents,
  ...directoryEvents,
  ...roleChangesEvents,
  ...rushBoardEvents,
  ...listsEvents,
} as const satisfies Record<EventName, z.ZodType>;

type Requests = typeof requests;
type Events = typeof events;

export type RequestInput<Name extends RequestName> = z.input<Requests[Name]['input']>;
export type ParsedInput<Name extends RequestName> = z.output<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = z.output<Requests[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

/** What a domain of the main process offers: one function for each of its channels. It throws RolecallError to say no. */
export type RequestHandlers<Names extends RequestName> = {
  readonly [Name in Names]: (input: ParsedInput<Name>) => Promise<RequestOutput<Name>> | RequestOutput<Name>;
};

/** How a domain tells the renderer that something changed. */
export type Publish = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

/** `window.rolecall`: one named function for each channel, nothing generic (security checklist B20). */
export interface Bridge {
  readonly requests: {
    readonly [Name in LaterName]: (input: RequestInput<Name>) => Promise<Result<RequestOutput<Name>>>;
  };
  /** Each answers with the JSON text of a `Result<RequestOutput<Name>>`: text is the quickest to cross. */
  readonly atOnce: { readonly [Name in AtOnceName]: (input: RequestInput<Name>) => string };
  /** Each says what is about to be asked at once, so that the answer is being made by then. Nothing comes back. */
  readonly ahead: { readonly [Name in AtOnceName]: (input: RequestInput<Name>) => void };
  /** Each subscribes a listener and answers with the function that unsubscribes it. */
  readonly events: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
}
