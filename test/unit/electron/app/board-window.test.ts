import { describe, expect, it } from 'vitest';
import type { RequestHandlers } from '../../../../contract/desk/channel-map.ts';
import { eventNames, type RequestName, requestNames } from '../../../../contract/desk/channel-names.ts';
import { boardMayAsk } from '../../../../electron/app/board-channels.ts';
import { emptyDesk } from '../../../../electron/app/empty-desk.ts';
import { publishToWindows } from '../../../../electron/app/publish.ts';
import { registerRequests } from '../../../../electron/app/requests.ts';
import { isTrustedSender } from '../../../../electron/app/sender.ts';
import { boardWindowOptions, deskWindowOptions, usualWindow } from '../../../../electron/app/window-options.ts';
import { silentLog } from '../../../../electron/ports/log.ts';

const windowOf = (processId: number) => {
  const sent: [string, unknown][] = [];
  return {
    sent,
    isDestroyed: () => false,
    webContents: {
      mainFrame: { processId, routingId: 1 },
      isDestroyed: () => false,
      send: (name: string, payload: unknown) => void sent.push([name, payload]),
    },
  };
};
const desk = windowOf(1);
const board = windowOf(2);

describe('what the board’s window may ask', () => {
  const frame = { url: 'rolecall-app://desk/board.html', parent: null, processId: 2, routingId: 1 };
  type Listener = (event: { senderFrame: typeof frame }, input: unknown) => Promise<{ ok: boolean }>;
  const listeners = new Map<string, Listener>();
  const called: string[] = [];
  registerRequests({
    ipc: { handle: (channel, listener) => void listeners.set(channel, listener as Listener) },
    handlers: Object.fromEntries(
      requestNames.map((name) => [
        name,
        () => {
          called.push(name);
          return name === 'rush-board:read' ? emptyDesk[name]({}) : {};
        },
      ]),
    ) as unknown as RequestHandlers<RequestName>,
    isTrusted: (from, name) => isTrustedSender(from, desk) || (boardMayAsk(name) && isTrustedSender(from, board)),
    log: silentLog,
  });

  it.each(requestNames)('%s', async (name) => {
    called.length = 0;
    const answer = await listeners.get(name)?.({ senderFrame: frame }, {});
    const may = name === 'rush-board:read' || name === 'rush-board:hide';
    expect(answer?.ok).toBe(may);
    expect(called).toEqual(may ? [name] : []);
  });
});

describe('what the board’s window is told', () => {
  it('is how the board stands, whatever else happens', () => {
    const publish = publishToWindows({ desk: () => desk, board: () => board, log: silentLog });
    const state = emptyDesk['rush-board:read']({});
    for (const name of eventNames) {
      publish(name, (name === 'rush-board:changed' ? { ...(state as object), names: ['canary'] } : {}) as never);
    }
    publish('directory:changed', { people: 1, upToDateAt: null, sweep: null, problem: null });
    expect(board.sent).toEqual([['rush-board:changed', state]]);
    expect(desk.sent.map(([name]) => name)).toEqual(
      expect.arrayContaining(['rush-board:changed', 'directory:changed']),
    );
  });
});

describe('boardWindowOptions', () => {
  const bounds = { x: 1_920, y: 0, width: 1_024, height: 576 };
  const given = { dark: false, preload: '/p.cjs', developerTools: false };
  const options = boardWindowOptions({ ...given, bounds });

  it('keeps its page as much a stranger as the desk’s (checklist B02 to B12)', () => {
    expect(options.webPreferences).toEqual(deskWindowOptions({ ...given, bounds: usualWindow }).webPreferences);
  });

  it('covers its display, however small that is', () => {
    expect(options).toMatchObject({ ...bounds, fullscreen: true, frame: false, show: false });
    expect(options.minWidth).toBeUndefined();
  });
});
