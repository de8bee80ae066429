/** On which display the rush board is shown in full screen, and what becomes of it as displays come and go. Pure. */
import { assertNever } from '../errors.ts';

/** What is used of Electron's Display. */
export interface DisplayFacts {
  readonly id: number;
  /** The laptop's own panel. */
  readonly internal: boolean;
}

export type BoardPlace =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly displayId: number; readonly own: boolean }
  /** Its display was unplugged: it comes back with that display. */
  | { readonly kind: 'unplugged'; readonly displayId: number };

export type BoardEvent =
  | { readonly kind: 'show'; readonly displays: readonly DisplayFacts[]; readonly deskDisplayId: number }
  | { readonly kind: 'hide' }
  | { readonly kind: 'display-removed'; readonly displayId: number }
  | { readonly kind: 'display-added'; readonly displayId: number };

export const boardClosed: BoardPlace = { kind: 'closed' };

/** Another display than the desk's, one that is no laptop's panel first; the desk's own where it has the only one. */
export function chooseDisplay(
  displays: readonly DisplayFacts[],
  deskDisplayId: number,
): { readonly displayId: number; readonly own: boolean } {
  const others = displays.filter(({ id }) => id !== deskDisplayId);
  const chosen = others.find(({ internal }) => !internal) ?? others[0];
  return chosen === undefined ? { displayId: deskDisplayId, own: false } : { displayId: chosen.id, own: true };
}

export function moveBoard(place: BoardPlace, event: BoardEvent): BoardPlace {
  switch (event.kind) {
    case 'show':
      return place.kind === 'open' ? place : { kind: 'open', ...chooseDisplay(event.displays, event.deskDisplayId) };
    case 'hide':
      return place.kind === 'closed' ? place : boardClosed;
    case 'display-removed':
      // Moved by the system, it would lie over the desk.
      return place.kind === 'open' && place.own && place.displayId === event.displayId
        ? { kind: 'unplugged', displayId: event.displayId }
        : place;
    case 'display-added':
      return place.kind === 'unplugged' && place.displayId === event.displayId
        ? { kind: 'open', displayId: event.displayId, own: true }
        : place;
    default:
      return assertNever(event);
  }
}
