import { isAtOnce, type RequestName } from '../../contract/desk/channel-names.ts';
import type { RequestListener } from './requests.ts';

/**
 * Takes the page's requests before there is a program to answer them: a page that was painted first may ask at once. Answers
 * with where the program registers its own listeners.
 */
export function relayRequests(ipc: RequestListener, channels: readonly RequestName[]): RequestListener {
  const handle = relayed<Parameters<RequestListener['handle']>[1]>();
  const on = relayed<Parameters<RequestListener['on']>[1]>();
  for (const channel of channels) {
    if (isAtOnce(channel)) {
      const registered = on.whenRegistered(channel);
      ipc.on(channel, (event, input) => void registered.then((listener) => listener(event, input)));
    } else {
      const registered = handle.whenRegistered(channel);
      ipc.handle(channel, async (event, input) => (await registered)(event, input));
    }
  }
  return { handle: handle.register, on: on.register };
}

/** Listeners that somebody waits for before they are there. */
function relayed<Listener>() {
  const register = new Map<string, (listener: Listener) => void>();
  return {
    whenRegistered: (channel: string) =>
      new Promise<Listener>((resolve) => {
        register.set(channel, resolve);
      }),
    register: (channel: string, listener: Listener) => register.get(channel)?.(listener),
  };
}
