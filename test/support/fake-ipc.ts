import type { RequestListener } from '../../electron/app/requests.ts';
import type { SenderFrame } from '../../electron/app/sender.ts';

/** Stands in for Electron's ipcMain: whoever asks gets a promise of the answer, also on channels the page waits for. */
export function createFakeIpc() {
  type Ask = (senderFrame: SenderFrame | null, input: unknown) => Promise<unknown>;
  const channels = new Map<string, Ask>();
  const ipc: RequestListener = {
    handle(channel, listener) {
      channels.set(channel, (senderFrame, input) => listener({ senderFrame }, input));
    },
    on(channel, listener) {
      channels.set(
        channel,
        (senderFrame, input) =>
          new Promise((resolve) => {
            const event = {
              senderFrame,
              set returnValue(text: unknown) {
                resolve(JSON.parse(String(text)));
              },
            };
            listener(event as Parameters<typeof listener>[0], input);
          }),
      );
    },
  };
  return {
    ipc,
    channels: () => [...channels.keys()],
    ask: (channel: string, input: unknown, senderFrame: SenderFrame | null = null): Promise<unknown> => {
      const ask = channels.get(channel);
      if (ask === undefined) throw new Error(`No channel ${channel}.`);
      return ask(senderFrame, input);
    },
  };
}
