import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { ActivityFilter, ActivityRow } from '../../contract/desk/role-changes.ts';
import type { Program } from '../bridge.ts';

export interface ActivityState {
  readonly which: 'open' | 'all';
  readonly filter: ActivityFilter;
  /** Null until the first answer. */
  readonly rows: readonly ActivityRow[] | null;
  readonly more: boolean;
  readonly problem: DeskError | null;
}

export interface Activity {
  readonly store: StoreApi<ActivityState>;
  show(which: 'open' | 'all', filter?: ActivityFilter): Promise<void>;
  /** Shows only what fits; the rows stay until the answer is there. */
  narrow(filter: ActivityFilter): Promise<void>;
  /** Reads the newest rows again; older ones already fetched stay. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Forgets the rows: they hold names. */
  clear(): void;
}

const empty: ActivityState = { which: 'all', filter: {}, rows: null, more: false, problem: null };

/** The list of changes, fetched in pages of at most 50 (B78). */
export function createActivity(program: Program): Activity {
  const store = createStore<ActivityState>(() => empty);
  let latest = 0;

  const fetchPage = async (before: number | null, keeps = true): Promise<void> => {
    latest += 1;
    const mine = latest;
    const { which, filter } = store.getState();
    const result = await program.ask('role-changes:list', { which, filter, before, limit: 50 });
    if (mine !== latest) return;
    if (!result.ok) {
      store.setState({ problem: result.error });
      return;
    }
    const { rows, more } = result.value;
    const earlier = store.getState();
    if (before !== null) {
      store.setState({ rows: [...(earlier.rows ?? []), ...rows], more, problem: null });
      return;
    }
    const oldest = rows.at(-1)?.sequence ?? Number.NEGATIVE_INFINITY;
    const kept = more && keeps ? (earlier.rows ?? []).filter((row) => row.sequence < oldest) : [];
    store.setState({ rows: [...rows, ...kept], more: kept.length > 0 ? earlier.more : more, problem: null });
  };

  return {
    store,
    show(which, filter = {}) {
      store.setState({ ...empty, which, filter });
      return fetchPage(null);
    },
    narrow(filter) {
      store.setState({ filter });
      return fetchPage(null, false);
    },
    refresh: () => fetchPage(null),
    async loadMore() {
      const last = store.getState().rows?.at(-1);
      if (last !== undefined) await fetchPage(last.sequence);
    },
    clear() {
      latest += 1;
      store.setState(empty);
    },
  };
}
