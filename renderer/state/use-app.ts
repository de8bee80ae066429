import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { App } from './app.ts';
import { type FedStore, known } from './fed-store.ts';

export const AppContext = createContext<App | null>(null);

/** The stores; only inside {@link AppContext}. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp is called outside AppContext.');
  return app;
}

/** The value of a fed store, or null while there is none. */
export function useKnown<Value>(fed: FedStore<Value>): Value | null {
  return useStore(fed.store, known);
}

/** The time, told anew every `milliseconds`; the interval lives as long as the component. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
}

/** The word for the modifier key of this system's shortcuts. */
export function useIsMac(): boolean {
  return useKnown(useApp().info)?.platform === 'darwin';
}
