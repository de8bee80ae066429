import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError, Result } from '../../contract/desk/errors.ts';

/** Rows a page has (B78). */
export const pageRows = 50;

export interface PagedState<Row> {
  readonly total: number;
  /** The rows that were fetched, by their place. */
  readonly rows: ReadonlyMap<number, Row>;
  /** Nothing came yet. */
  readonly loading: boolean;
  readonly problem: DeskError | null;
}

export interface Paged<Row> {
  readonly store: StoreApi<PagedState<Row>>;
  /** These are in sight: what of them is missing is fetched. */
  show(first: number, last: number): void;
  /** What was fetched is out of date: what is in sight is fetched again, and stays until the new rows are there. */
  refresh(): void;
  clear(): void;
}

/** A long list, fetched in pages as it is looked at. */
export function createPaged<Row>(
  fetchPage: (offset: number) => Promise<Result<{ readonly total: number; readonly rows: readonly Row[] }>>,
): Paged<Row> {
  const empty: PagedState<Row> = { total: 0, rows: new Map(), loading: true, problem: null };
  const store = createStore<PagedState<Row>>(() => empty);
  const asked = new Set<number>();
  let age = 0;
  let inSight = { first: 0, last: pageRows - 1 };

  const fetchInto = async (offset: number): Promise<void> => {
    const mine = age;
    asked.add(offset);
    const result = await fetchPage(offset);
    if (mine !== age) return;
    if (!result.ok) {
      asked.delete(offset);
      store.setState({ problem: result.error, loading: false });
      return;
    }
    const { total, rows } = result.value;
    const merged = new Map(store.getState().rows);
    for (let place = 0; place < pageRows; place += 1) {
      const row = rows[place];
      if (row === undefined) merged.delete(offset + place);
      else merged.set(offset + place, row);
    }
    store.setState({ total, rows: merged, loading: false, problem: null });
  };

  const fetchMissing = (): void => {
    const from = Math.max(0, Math.floor(inSight.first / pageRows));
    for (let page = from; page <= Math.floor(inSight.last / pageRows); page += 1) {
      if (!asked.has(page * pageRows)) void fetchInto(page * pageRows);
    }
  };

  return {
    store,
    show(first, last) {
      inSight = { first, last };
      fetchMissing();
    },
    refresh() {
      age += 1;
      asked.clear();
      fetchMissing();
    },
    clear() {
      age += 1;
      asked.clear();
      inSight = { first: 0, last: pageRows - 1 };
      store.setState(empty);
    },
  };
}
