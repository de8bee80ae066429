import type { Bridge, EventPayload, RequestInput, RequestOutput } from '../contract/desk/channel-map.ts';
import type { AtOnceName, EventName, LaterName } from '../contract/desk/channel-names.ts';
import type { Result } from '../contract/desk/errors.ts';

declare global {
  interface Window {
    /** Put there by electron/preload.ts; missing only when the page was opened outside the program. */
    readonly rolecall?: Bridge;
  }
}

/** The program behind the page. Asking never rejects: what went wrong is in the answer. */
export interface Program {
  ask<Name extends LaterName>(name: Name, input: RequestInput<Name>): Promise<Result<RequestOutput<Name>>>;
  /** The page stands still until the answer is there. */
  askAtOnce<Name extends AtOnceName>(name: Name, input: RequestInput<Name>): Result<RequestOutput<Name>>;
  /** Has the answer made that is asked for at once next. */
  askAhead<Name extends AtOnceName>(name: Name, input: RequestInput<Name>): void;
  /** Answers with the function that unsubscribes. */
  listen<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
}

const broken = (message: string): Result<never> => ({ ok: false, error: { code: 'bug', message, retryable: false } });

/**
 * Typed access to `window.rolecall`. A handler that throws across the boundary against the rules, or a reply that never
 * gets made since the main process is going down, becomes an answer with code `bug`, so that no screen is left waiting.
 */
export function createProgram(bridge: Bridge): Program {
  return {
    async ask(name, input) {
      const request = bridge.requests[name];
      try {
        return await request(input);
      } catch {
        return broken(`${name} did not answer.`);
      }
    },
    askAtOnce(name, input) {
      try {
        return JSON.parse(bridge.atOnce[name](input));
      } catch {
        return broken(`${name} did not answer.`);
      }
    },
    askAhead(name, input) {
      bridge.ahead[name](input);
    },
    listen(name, listener) {
      return bridge.events[name](listener);
    },
  };
}
