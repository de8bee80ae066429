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
  /** Reads again as many rows as are shown. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Forgets the rows: they hold names. */
  clear(): void;
}

const empty: ActivityState = { which: 'all', filter: {}, rows: null, more: false, problem: null };

const pageSize = 50;

/** The list of changes, fetched in pages of at most 50 (B78). */
export function createActivity(program: Program): Activity {
  const store = createStore<ActivityState>(() => empty);
  /** What is listed; another choice, and forgetting, end what is still asked for this one. */
  let choice = 0;
  /** Reading again and reading on take turns: each builds on the rows the other left. */
  let turn: Promise<void> = Promise.resolve();
  let refreshWaits = false;

  const inTurn = (work: (isCurrent: () => boolean) => Promise<void>): Promise<void> => {
    const mine = choice;
    const isCurrent = (): boolean => mine === choice;
    turn = turn.then(() => (isCurrent() ? work(isCurrent) : undefined));
    return turn;
  };

  const chosen = (): Promise<void> => {
    choice += 1;
    turn = Promise.resolve();
    refreshWaits = false;
    return inTurn((isCurrent) => readNewest(1, isCurrent));
  };

  const fetchPage = (before: number | null) => {
    const { which, filter } = store.getState();
    return program.ask('role-changes:list', { which, filter, before, limit: pageSize });
  };

  /** Puts the newest rows, at least so many where there are, in the place of all: any of them may have changed. */
  const readNewest = async (count: number, isCurrent: () => boolean): Promise<void> => {
    const rows: ActivityRow[] = [];
    for (;;) {
      const result = await fetchPage(rows.at(-1)?.sequence ?? null);
      if (!isCurrent()) return;
      if (!result.ok) {
        store.setState({ problem: result.error });
        return;
      }
      rows.push(...result.value.rows);
      const { more } = result.value;
      if (!more || result.value.rows.length === 0 || rows.length >= count) {
        store.setState({ rows, more, problem: null });
        return;
      }
    }
  };

  const readOn = async (isCurrent: () => boolean): Promise<void> => {
    const { rows, more } = store.getState();
    const last = rows?.at(-1);
    if (rows === null || last === undefined || !more) return;
    const result = await fetchPage(last.sequence);
    if (!isCurrent()) return;
    if (result.ok) store.setState({ rows: [...rows, ...result.value.rows], more: result.value.more, problem: null });
    else store.setState({ problem: result.error });
  };

  return {
    store,
    show(which, filter = {}) {
      store.setState({ ...empty, which, filter });
      return chosen();
    },
    narrow(filter) {
      store.setState({ filter });
      return chosen();
    },
    async refresh() {
      // One that still waits for its turn reads this change too.
      if (refreshWaits) return turn;
      refreshWaits = true;
      return inTurn((isCurrent) => {
        refreshWaits = false;
        return readNewest(store.getState().rows?.length ?? 0, isCurrent);
      });
    },
    loadMore: () => inTurn(readOn),
    clear() {
      choice += 1;
      turn = Promise.resolve();
      refreshWaits = false;
      store.setState(empty);
    },
  };
}
