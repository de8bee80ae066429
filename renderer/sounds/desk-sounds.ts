import type { StoreApi } from 'zustand/vanilla';
import type { ConnectionsState } from '../../contract/desk/connections.ts';
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { Settings } from '../../contract/desk/settings.ts';
import type { StationState } from '../../contract/desk/stations.ts';
import type { Acts } from '../state/acts.ts';
import type { Desk } from '../state/desk.ts';
import { type FedStore, known } from '../state/fed-store.ts';
import type { Person } from '../state/person.ts';
import type { Search } from '../state/search.ts';
import type { Heard } from './outcome-sound.ts';
import { createSounds, type Sounds } from './sounds.ts';
import type { Speaker } from './speaker.ts';

interface Parts {
  readonly roleChanges: FedStore<RoleChangesState>;
  readonly connections: FedStore<ConnectionsState>;
  readonly station: FedStore<StationState>;
  readonly settings: FedStore<Settings>;
  readonly acts: Acts;
  readonly desk: Desk;
  readonly person: Person;
  readonly search: Search;
  /** Counts the scans. */
  readonly screen: Pick<StoreApi<{ readonly scans: number }>, 'subscribe'>;
}

/** The sounds of the desk, by what its stores say. */
export function createDeskSounds(parts: Parts, speaker: Speaker): Sounds {
  const { roleChanges, connections, station, settings, acts, desk, person, search, screen } = parts;
  /** The answer on the screen when the last scan came; null while no scan waits for its own. */
  let scan: { readonly stale: object | null } | null = null;
  let scannedNobody = false;

  const followScan = (): void => {
    const { answer, problem } = search.store.getState();
    if (scan === null) return;
    if (desk.store.getState().textEdited || problem !== null) scan = null;
    else if (answer !== null && answer !== scan.stale) {
      scan = null;
      scannedNobody = answer.result.hits.length === 0;
    }
  };

  const look = (): Heard => {
    followScan();
    const changes = known(roleChanges.store.getState());
    const reachability = known(connections.store.getState())?.reachability;
    const open = person.store.getState();
    const primary = open.kind === 'open' ? open.view.primary : null;
    return {
      lastAct: changes?.lastAct ?? null,
      // A next try may be somebody else's change; only one that waits itself is kept by it.
      keeps:
        reachability?.kind === 'offline' ||
        (changes?.lastAct?.state === 'waiting' && (changes.nextTryAt ?? null) !== null),
      failure: acts.store.getState().failure,
      nobodyOpened: desk.store.getState().choose !== null || scannedNobody,
      open:
        open.kind === 'open'
          ? {
              userId: open.userId,
              already: primary?.held === true && primary.state !== 'refused',
              elsewhere: primary?.held === true && primary.state === 'confirmed' && primary.by === null,
            }
          : null,
    };
  };

  return createSounds({
    speaker,
    volume: () => known(settings.store.getState())?.soundVolume ?? 'normal',
    wanted: () => known(station.store.getState())?.sounds !== false,
    look,
    subscribe(listener) {
      const stops = [
        screen.subscribe((now, before) => {
          if (now.scans === before.scans) return;
          scan = { stale: search.store.getState().answer };
          scannedNobody = false;
        }),
        ...[roleChanges.store, connections.store, acts.store, desk.store, person.store, search.store].map((store) =>
          store.subscribe(listener),
        ),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
}
