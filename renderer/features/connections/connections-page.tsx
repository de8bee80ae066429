import { useStore } from 'zustand';
import { useApp } from '../../state/use-app.ts';
import { ConnectionDetailsPage } from './connection-details.tsx';
import { ConnectionFormPage } from './connection-form.tsx';
import { ConnectionList } from './connection-list.tsx';
import { DeskLinkMade } from './desk-link-made.tsx';
import { DeskLinkPaste } from './desk-link-paste.tsx';
import './connections.css';

/** The organisations this computer knows, and what can be done about them. */
export function ConnectionsPage() {
  const app = useApp();
  const view = useStore(app.connectionPages.view);
  switch (view.kind) {
    case 'list':
      return <ConnectionList />;
    case 'details':
      return <ConnectionDetailsPage key={view.connectionId} connectionId={view.connectionId} />;
    case 'form':
      return (
        <ConnectionFormPage key={view.connectionId} connectionId={view.connectionId} unsaved={view.unsaved ?? null} />
      );
    case 'desk-link':
      return <DeskLinkMade key={view.connectionId} connectionId={view.connectionId} />;
    case 'paste':
      return <DeskLinkPaste />;
  }
}
