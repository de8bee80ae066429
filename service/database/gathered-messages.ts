/**
 * Hands PGlite the messages of one statement in one piece. node-postgres sends them one by one (parse, bind, describe,
 * execute, sync), and each way into PGlite and back costs as much as a simple statement itself.
 */
import type { PGlite } from '@electric-sql/pglite';

/** First bytes of the messages that PostgreSQL answers at once (PostgreSQL, "Message Formats"): Query, Sync and Flush. */
const answered: ReadonlySet<number | undefined> = new Set([...'QSH'].map((letter) => letter.charCodeAt(0)));

/** What `createPgConfig` uses of PGlite, with the messages gathered until one of them is to be answered. */
export function gatheringMessages(embedded: PGlite): Pick<PGlite, 'waitReady' | 'execProtocolStream'> {
  let waiting: Uint8Array[] = [];
  return {
    waitReady: embedded.waitReady,
    execProtocolStream: async (message, options) => {
      waiting.push(message);
      if (!answered.has(message[0])) return [];
      const messages = Buffer.concat(waiting);
      waiting = [];
      return embedded.execProtocolStream(messages, options);
    },
  };
}
