import type { App, BrowserWindow } from 'electron';
import type { Publish, RequestHandlers } from '../contract/desk/channel-map.ts';
import type { RequestName } from '../contract/desk/channel-names.ts';
import { appHandlers } from './app/app-info.ts';
import type { CommandLine } from './app/command-line.ts';
import { emptyDesk } from './app/empty-desk.ts';
import type { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { RolecallError } from './errors.ts';
import type { Log } from './ports/log.ts';

export interface Desk {
  readonly handlers: RequestHandlers<RequestName>;
  start(): Promise<void>;
  importFromArguments(args: readonly string[], workingDirectory: string): void;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** Puts the parts together. */
export function composeDesk(given: {
  readonly app: App;
  readonly commandLine: CommandLine;
  readonly workingDirectory: string;
  readonly inbox: LaunchLinkInbox;
  readonly log: Log;
  readonly publish: Publish;
  readonly bringToFront: () => void;
  readonly window: () => BrowserWindow | null;
}): Desk {
  let closed = false;
  const notYet = (): never => {
    throw new RolecallError('bug', 'Not there yet.');
  };
  return {
    handlers: {
      ...appHandlers(given.app.getVersion(), process.platform),
      ...emptyDesk,
      'sign-in:read': () => ({ kind: 'signed-out', notice: null, kept: 'memory', comesBackByItself: false }),
      'sign-in:start': notYet,
      'sign-in:cancel': notYet,
      'sign-in:open-browser-again': notYet,
      'sign-in:copy-link': notYet,
      'sign-in:paste-address': notYet,
      'sign-in:sign-out': notYet,
      'connections:read': () => ({ all: [], reachability: { kind: 'unknown' } }),
      'connections:choose-file': notYet,
      'connections:use': notYet,
      'connections:remove': notYet,
    },
    start: async () => {},
    importFromArguments: () => {},
    isClosed: () => closed,
    close: async () => {
      closed = true;
    },
  };
}
