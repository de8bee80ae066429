import { aheadOf, isAtOnce } from '../../contract/desk/channel-names.ts';
import type { RequestListener } from './requests.ts';

type Listener = Parameters<RequestListener['handle']>[1];
/** Of Electron's event: which page it comes from. The numbers stay the same until another page is loaded. */
type PageEvent = Parameters<Listener>[0] & { readonly processId: number; readonly frameId: number };

/** The part of Electron's ipcMain that pages are answered through. */
export interface PageIpc {
  handle(channel: string, listener: Listener): void;
  /** A page that waits does so until `returnValue` is set. */
  on(channel: string, listener: (event: PageEvent & { returnValue: unknown }, input: unknown) => void): void;
}

/**
 * Milliseconds for which an answer made ahead may be given. From a key to the change it makes are a few, on a busy machine
 * some dozens; what is older than a blink is asked anew.
 */
const aheadMs = 100;

/** An answer that was made before it was asked for. */
interface Ahead {
  readonly question: string;
  readonly since: number;
  readonly text: string;
}

/**
 * Answers the requests a page waits for with the text of their result, all others as ipcMain does. What a page said it was
 * about to ask is answered with what was found then, once: whoever asks is checked as ever, and what changes in between is
 * told to the page after this, as if it had asked a few milliseconds earlier (docs/decisions.md, "A letter and its list in
 * one frame").
 */
export function answerPages(ipc: PageIpc, now: () => number): RequestListener {
  return {
    handle(channel, listener) {
      if (!isAtOnce(channel)) {
        ipc.handle(channel, listener);
        return;
      }
      const answer = async (event: PageEvent, input: unknown): Promise<string> =>
        JSON.stringify(await listener(event, input));
      const questionOf = ({ processId, frameId }: PageEvent, input: unknown): string =>
        JSON.stringify([processId, frameId, input]);
      let ahead: Ahead | null = null;

      ipc.on(aheadOf(channel), (event, input) => {
        const since = now();
        void answer(event, input).then((text) => {
          ahead = { question: questionOf(event, input), since, text };
        });
      });
      ipc.on(channel, (event, input) => {
        const made = ahead;
        ahead = null;
        if (made !== null && now() - made.since < aheadMs && made.question === questionOf(event, input)) {
          event.returnValue = made.text;
          return;
        }
        void answer(event, input).then((text) => {
          event.returnValue = text;
        });
      });
    },
  };
}
