import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { Program } from '../bridge.ts';

/** `to-undo`: what somebody else did can be undone only by who has a PIN. */
export type PinPurpose = 'to-lock' | 'to-change' | 'to-undo';

export interface Lock {
  /** `choosing`: a PIN is being chosen, and what for. */
  readonly store: StoreApi<{ readonly choosing: PinPurpose | null }>;
  /** Locks the desk; asks for a PIN first where there is none. */
  lock(): void;
  changePin(): void;
  /** Chooses the first PIN without locking. */
  choosePin(): void;
  close(): void;
}

/** Locking the desk by hand. That it is locked comes as a state of the session. */
export function createLock(
  program: Program,
  surroundings: { session(): SignInState | null; report(error: DeskError): void },
): Lock {
  const store = createStore<{ readonly choosing: PinPurpose | null }>(() => ({ choosing: null }));
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
    choosePin() {
      store.setState({ choosing: 'to-undo' });
    },
    close() {
      store.setState({ choosing: null });
    },
  };
}
