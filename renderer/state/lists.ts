import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError, Result } from '../../contract/desk/errors.ts';
import type { ColumnKind, ListRow, ListsState, Member, RowStatus } from '../../contract/desk/lists.ts';
import type { Wanted } from '../../contract/desk/stations.ts';
import type { Program } from '../bridge.ts';
import { createFedStore, type FedStore, known } from './fed-store.ts';
import { createPaged, type Paged } from './pages-of.ts';

export interface ListsView {
  /** What was pasted and not yet read. It outlives the page, which a scan may leave. */
  readonly pasted: string;
  /** Which rows of the list are shown. */
  readonly status: RowStatus | null;
  /** Whose members are looked at. */
  readonly memberRole: string | null;
  readonly membersKnownAt: number | null;
  readonly failure: DeskError | null;
  /** Something that must not be pressed twice is under way. */
  readonly busy: boolean;
}

export interface Lists {
  readonly fed: FedStore<ListsState>;
  readonly view: StoreApi<ListsView>;
  readonly rows: Paged<ListRow>;
  readonly members: Paged<Member>;
  start(): () => void;
  showRows(status: RowStatus | null): void;
  showMembers(roleId: string): void;
  closeMembers(): void;
  chooseFile(): Promise<void>;
  /** What stands in the field for a list. */
  write(pasted: string): void;
  /** Reads what was pasted. */
  paste(): Promise<void>;
  setColumns(hasHeader: boolean, kinds: readonly ColumnKind[]): Promise<void>;
  setChange(roleId: string, wanted: Wanted): Promise<void>;
  choose(row: number, userId: string | null): Promise<void>;
  apply(): Promise<void>;
  discard(): Promise<void>;
  pause(batchId: string): Promise<void>;
  resume(batchId: string): Promise<void>;
  cancel(batchId: string): Promise<void>;
  undo(batchId: string): Promise<void>;
  exportMembers(roleId: string): Promise<boolean>;
  hideFailure(): void;
  clear(): void;
}

const calm: ListsView = {
  pasted: '',
  status: null,
  memberRole: null,
  membersKnownAt: null,
  failure: null,
  busy: false,
};

/** Lists of people, and the members of a role. */
export function createLists(program: Program): Lists {
  const fed = createFedStore<ListsState>({
    read: () => program.ask('lists:read', {}),
    subscribe: (listener) => program.listen('lists:changed', listener),
  });
  const view = createStore<ListsView>(() => calm);
  const rows = createPaged<ListRow>((offset) =>
    program.ask('lists:rows', { status: view.getState().status, offset, limit: 50 }),
  );
  const members = createPaged<Member>(async (offset) => {
    const { memberRole } = view.getState();
    if (memberRole === null) return { ok: true, value: { total: 0, rows: [] } };
    const result = await program.ask('lists:members', { roleId: memberRole, offset, limit: 50 });
    if (!result.ok) return result;
    if (view.getState().memberRole === memberRole) view.setState({ membersKnownAt: result.value.knownAt });
    return { ok: true, value: { total: result.value.total, rows: result.value.members } };
  });

  /** What went wrong stays in sight until the next act. */
  const act = async <Value>(request: () => Promise<Result<Value>>): Promise<Value | null> => {
    view.setState({ failure: null });
    const result = await request();
    if (!result.ok) view.setState({ failure: result.error });
    return result.ok ? result.value : null;
  };
  const doing = async (request: () => Promise<Result<unknown>>): Promise<void> => {
    await act(request);
  };
  /** What must not be done twice by pressing twice. It may take long; all else can be pressed meanwhile. */
  const once = async <Value>(request: () => Promise<Result<Value>>): Promise<Value | null> => {
    if (view.getState().busy) return null;
    view.setState({ busy: true });
    const value = await act(request);
    view.setState({ busy: false });
    return value;
  };
  const doingOnce = async (request: () => Promise<Result<unknown>>): Promise<void> => {
    await once(request);
  };

  return {
    fed,
    view,
    rows,
    members,
    start() {
      const stops = [
        fed.store.subscribe((now, before) => {
          const revision = known(now)?.draft?.revision;
          if (revision === known(before)?.draft?.revision) return;
          if (revision === undefined) rows.clear();
          else rows.refresh();
        }),
        fed.start(),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    showRows(status) {
      view.setState({ status });
      rows.clear();
      rows.show(0, 49);
    },
    showMembers(roleId) {
      view.setState({ memberRole: roleId, membersKnownAt: null });
      members.clear();
      members.show(0, 49);
    },
    closeMembers() {
      if (view.getState().memberRole === null) return;
      view.setState({ memberRole: null, membersKnownAt: null });
      members.clear();
      void program.ask('lists:close-members', {});
    },
    chooseFile: () => doingOnce(() => program.ask('lists:choose-file', {})),
    write: (pasted) => view.setState({ pasted }),
    async paste() {
      const text = view.getState().pasted;
      if (text.trim() === '') return;
      const read = await once(() => program.ask('lists:paste', { text }));
      if (read !== null && view.getState().pasted === text) view.setState({ pasted: '' });
    },
    setColumns: (hasHeader, kinds) => doing(() => program.ask('lists:set-columns', { hasHeader, kinds: [...kinds] })),
    setChange: (roleId, wanted) => doing(() => program.ask('lists:set-change', { roleId, wanted })),
    choose: (row, userId) => doing(() => program.ask('lists:choose', { row, userId })),
    async apply() {
      const revision = known(fed.store.getState())?.draft?.revision;
      if (revision === undefined) return;
      view.setState({ status: null });
      await doingOnce(() => program.ask('lists:apply', { revision }));
    },
    discard: () => doing(() => program.ask('lists:discard', {})),
    pause: (batchId) => doing(() => program.ask('lists:pause', { batchId })),
    resume: (batchId) => doing(() => program.ask('lists:resume', { batchId })),
    cancel: (batchId) => doing(() => program.ask('lists:cancel', { batchId })),
    undo: (batchId) => doingOnce(() => program.ask('lists:undo', { batchId })),
    exportMembers: async (roleId) =>
      (await once(() => program.ask('lists:export-members', { roleId })))?.saved === true,
    hideFailure: () => view.setState({ failure: null }),
    clear() {
      view.setState(calm);
      rows.clear();
      members.clear();
    },
  };
}
