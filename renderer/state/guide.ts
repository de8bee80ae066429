import { createStore, type StoreApi } from 'zustand/vanilla';
import { advance, beginGuide, type GuideSight, type Guide as GuideState } from './guide-steps.ts';

/** Remembers on this computer that the guide was gone through or left, so that it is offered once. */
export interface GuideMemory {
  wasOffered(): boolean;
  remember(): void;
}

/** For pages that have nowhere to remember: nothing is offered. */
export const noGuideMemory: GuideMemory = { wasOffered: () => true, remember: () => undefined };

export interface Guide {
  readonly store: StoreApi<GuideState>;
  begin(): void;
  /** Puts it away, at any time. */
  leave(): void;
  /** Nobody has a scanner here: the last step is left out. */
  skipScan(): void;
  /** Follows the desk. `practising`: somebody is signed in to practice mode. */
  look(practising: boolean): void;
}

export function createGuide(memory: GuideMemory, sight: () => GuideSight): Guide {
  const store = createStore<GuideState>(() => ({ kind: 'hidden' }));
  return {
    store,
    begin() {
      memory.remember();
      store.setState(beginGuide(sight()), true);
    },
    leave() {
      memory.remember();
      store.setState({ kind: 'hidden' }, true);
    },
    skipScan() {
      const now = store.getState();
      if (now.kind === 'step' && now.step === 'scan') store.setState({ kind: 'finished' }, true);
    },
    look(practising) {
      const now = store.getState();
      if (!practising) {
        if (now.kind !== 'hidden') store.setState({ kind: 'hidden' }, true);
        return;
      }
      if (now.kind === 'hidden') {
        if (!memory.wasOffered()) store.setState({ kind: 'offered' }, true);
        return;
      }
      const next = advance(now, sight());
      if (next !== now) store.setState(next, true);
    },
  };
}
