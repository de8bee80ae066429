import type { RushBoardState } from '../../contract/desk/rush-board.ts';
import type { Program } from '../bridge.ts';
import { createFedStore, type FedStore } from './fed-store.ts';

/** The rush board, told of changes as long as somebody looks at it. */
export function createRushBoardFeed(program: Program): FedStore<RushBoardState> {
  const fed = createFedStore<RushBoardState>({
    read: () => program.ask('rush-board:watch', { watching: true }),
    subscribe: (listener) => program.listen('rush-board:changed', listener),
  });
  return {
    ...fed,
    start() {
      const stop = fed.start();
      return () => {
        stop();
        void program.ask('rush-board:watch', { watching: false });
      };
    },
  };
}

/** The same for the window on the wall, which is always told and may not ask for more. */
export function createBoardWindowFeed(program: Program): FedStore<RushBoardState> {
  return createFedStore<RushBoardState>({
    read: () => program.ask('rush-board:read', {}),
    subscribe: (listener) => program.listen('rush-board:changed', listener),
  });
}
