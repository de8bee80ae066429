import { useEffect } from 'react';
import { useStore } from 'zustand';
import { hasUnsavedConnection } from '../../state/connections.ts';
import { hasUnsavedStation } from '../../state/stations.ts';
import { useApp, useKnown } from '../../state/use-app.ts';

/**
 * The window stays open until somebody said that what is unsaved in a form may be discarded. Behind a lock, and while there
 * is no page to ask on, it closes.
 */
export function useAskBeforeClosing(): void {
  const app = useApp();
  const session = useKnown(app.session)?.kind ?? 'starting';
  const inStation = useStore(app.stations.store, hasUnsavedStation);
  const inConnection = useStore(app.connectionPages.view, hasUnsavedConnection);
  const asks = (inStation || inConnection) && session !== 'starting' && session !== 'locked';

  useEffect(() => {
    // Not heard where there is nothing to ask: a page that listens can hold up the window it is in.
    if (!asks) return;
    let mayClose = false;
    const ask = (event: BeforeUnloadEvent): void => {
      if (mayClose) return;
      event.preventDefault();
      // React Aria takes it for the end of the page, and would follow the keyboard no more.
      event.stopImmediatePropagation();
      app.leaveForms(() => {
        mayClose = true;
        window.close();
      });
    };
    window.addEventListener('beforeunload', ask, { capture: true });
    return () => window.removeEventListener('beforeunload', ask, { capture: true });
  }, [app, asks]);
}
