import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError, Result } from '../../contract/desk/errors.ts';

/** What the page knows of one thing the main process owns. */
export type Fed<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: DeskError };

export interface FedStore<Value> {
  readonly store: StoreApi<Fed<Value>>;
  /** Subscribes and reads. Answers with the function that stops both. */
  start(): () => void;
  /** Reads again, after a failure. */
  read(): Promise<void>;
}

/**
 * A store fed by one read and by events. It subscribes before it reads, so nothing falls between the two, and drops the
 * answer to a read when an event, a later read or the end of the subscription came in between: the event is newer.
 */
export function createFedStore<Value>(source: {
  read(): Promise<Result<Value>>;
  subscribe(listener: (value: Value) => void): () => void;
}): FedStore<Value> {
  const store = createStore<Fed<Value>>(() => ({ kind: 'loading' }));
  let version = 0;

  const read = async (): Promise<void> => {
    version += 1;
    const asked = version;
    const result = await source.read();
    if (asked !== version) return;
    store.setState(result.ok ? { kind: 'known', value: result.value } : { kind: 'failed', error: result.error }, true);
  };

  return {
    store,
    read,
    start() {
      const unsubscribe = source.subscribe((value) => {
        version += 1;
        store.setState({ kind: 'known', value }, true);
      });
      void read();
      return () => {
        version += 1;
        unsubscribe();
      };
    },
  };
}

/** The value, or null while there is none. */
export function known<Value>(fed: Fed<Value>): Value | null {
  return fed.kind === 'known' ? fed.value : null;
}
