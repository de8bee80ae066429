import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { Program } from '../bridge.ts';

export interface Lock {
  /** `choosing`: a PIN is being chosen, and what for. */
  readonly store: StoreApi<{ readonly choosing: 'to-lock' | 'to-change' | null }>;
  /** Locks the desk; asks for a PIN first where there is none. */
  lock(): void;
  changePin(): void;
  close(): void;
}

/** Locking the desk by hand. That it is locked comes as a state of the session. */
export function createLock(
  program: Program,
  surroundings: { session(): SignInState | null; report(error: DeskError): void },
): Lock {
  const store = createStore<{ readonly choosing: 'to-lock' | 'to-change' | null }>(() => ({ choosing: null }));
  return {
    store,
    lock() {
      const session = surroundings.session();
      if (session?.kind !== 'signed-in' || store.getState().choosing !== null) return;
      if (!session.pinSet) {
        store.setState({ choosing: 'to-lock' });
        return;
      }
      void program.ask('sign-in:lock', {}).then((result) => {
        if (!result.ok) surroundings.report(result.error);
      });
    },
    changePin() {
      store.setState({ choosing: 'to-change' });
    },
    close() {
      store.setState({ choosing: null });
    },
  };
}
