import { events, type Publish } from '../../contract/desk/channel-map.ts';
import type { Log } from '../ports/log.ts';
import type { LiveWindow } from './sender.ts';

export interface EventWindow extends LiveWindow {
  readonly webContents: LiveWindow['webContents'] & {
    isDestroyed(): boolean;
    send(channel: string, payload: unknown): void;
  };
}

/** Sends events to the desk window, each parsed by its schema so that nothing beside the contract gets out. */
export function publishTo(window: () => EventWindow | null, log: Log): Publish {
  return (name, payload) => {
    const parsed = events[name].safeParse(payload);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      log.error('event-not-as-agreed', { channel: name, at: issue?.path.join('.'), what: issue?.code });
      return;
    }
    const target = window();
    if (target === null || target.isDestroyed() || target.webContents.isDestroyed()) return;
    target.webContents.send(name, parsed.data);
  };
}

/**
 * The desk's window is told everything, the rush board's only how the board stands: it hangs where everybody reads it
 * (board-channels.ts says what it may ask).
 */
export function publishToWindows(given: {
  readonly desk: () => EventWindow | null;
  readonly board: () => EventWindow | null;
  readonly log: Log;
}): Publish {
  const toDesk = publishTo(given.desk, given.log);
  const toBoard = publishTo(given.board, given.log);
  return (name, payload) => {
    toDesk(name, payload);
    if (name === 'rush-board:changed') toBoard(name, payload);
  };
}
