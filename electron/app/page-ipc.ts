import { isAtOnce } from '../../contract/desk/channel-names.ts';
import type { RequestListener } from './requests.ts';

type Listener = Parameters<RequestListener['handle']>[1];

/** The part of Electron's ipcMain that pages are answered through. */
export interface PageIpc {
  handle(channel: string, listener: Listener): void;
  /** The page waits until `returnValue` is set. */
  on(
    channel: string,
    listener: (event: Parameters<Listener>[0] & { returnValue: unknown }, input: unknown) => void,
  ): void;
}

/** Answers the requests a page waits for with the text of their result, all others as ipcMain does. */
export function answerPages(ipc: PageIpc): RequestListener {
  return {
    handle(channel, listener) {
      if (!isAtOnce(channel)) {
        ipc.handle(channel, listener);
        return;
      }
      ipc.on(channel, (event, input) => {
        void listener(event, input).then((result) => {
          event.returnValue = JSON.stringify(result);
        });
      });
    },
  };
}
