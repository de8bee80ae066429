import type { RequestListener } from './requests.ts';

/**
 * Takes the page's requests before there is a program to answer them: a page that was painted first may ask at once. Answers
 * with where the program registers its own listeners.
 */
export function relayRequests(ipc: RequestListener, channels: readonly string[]): RequestListener {
  type Listener = Parameters<RequestListener['handle']>[1];
  const registered = new Map<string, (listener: Listener) => void>();
  for (const channel of channels) {
    const whenRegistered = new Promise<Listener>((resolve) => {
      registered.set(channel, resolve);
    });
    ipc.handle(channel, async (event, input) => (await whenRegistered)(event, input));
  }
  return { handle: (channel, listener) => registered.get(channel)?.(listener) };
}
