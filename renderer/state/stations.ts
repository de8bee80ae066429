import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskError, Result } from '../../contract/desk/errors.ts';
import type { StationBook, StationDraft, StationProblem } from '../../contract/desk/stations.ts';
import type { Program } from '../bridge.ts';
import { createFedStore, type FedStore, known } from './fed-store.ts';
import { draftOf, newDraft } from './station-draft.ts';

export interface StationsState {
  /** What goes on once the administrator's PIN was given; null: nobody is asked for it. */
  readonly asking: { readonly task: () => void } | null;
  /** What stands in the form. It outlives the page, so that giving the PIN anew loses nothing. Null: no station is chosen. */
  readonly form: {
    readonly draft: StationDraft;
    /** Tells one opening of the form from the next: saving goes on with the same, another station is another. */
    readonly opening: number;
    /** Something in it is not saved. */
    readonly changed: boolean;
    readonly problems: readonly StationProblem[];
    readonly warnings: readonly StationProblem[];
    readonly saved: boolean;
  } | null;
  /** Why the last thing that was asked for was not done. */
  readonly failure: DeskError | null;
}

/** Whether something in the form is not saved. */
export function hasUnsavedStation({ form }: StationsState): boolean {
  return form?.changed === true;
}

export interface Stations {
  readonly book: FedStore<StationBook>;
  readonly store: StoreApi<StationsState>;
  /** Runs `task` at once where nobody has to give a PIN, else after it was given. */
  asAdministrator(task: () => void): void;
  /** Nothing is asked and nothing said any more; the form stays. */
  stopAsking(): void;
  unlock(pin: string): Promise<DeskError | null>;
  lock(): Promise<void>;
  setPin(pin: string | null): Promise<DeskError | null>;
  choose(stationId: string): Promise<void>;
  /** Opens a station in the form. Like all that puts another one there, it asks first where something is unsaved. */
  edit(stationId: string): void;
  startNew(): void;
  change(draft: StationDraft): void;
  /** Back to how it is kept. */
  discard(): void;
  /** Goes on at once where nothing in the form is unsaved, else once somebody said that it may be discarded. */
  leave(goOn: () => void): void;
  save(): Promise<void>;
  duplicate(stationId: string): void;
  move(stationId: string, to: number): Promise<void>;
  remove(stationId: string): void;
  restore(): Promise<void>;
  /** Another connection, or another operator: no form and no question of before. */
  forget(): void;
  start(): () => void;
}

const calm: StationsState = { asking: null, form: null, failure: null };
const fresh = { changed: false, problems: [], warnings: [], saved: false } as const;

/** The stations as an administrator sees them, the form, and the question for the PIN. */
export function createStations(program: Program, askToDiscard: (discard: () => void) => void): Stations {
  const book = createFedStore<StationBook>({
    read: () => program.ask('stations:book', {}),
    subscribe: (listener) => program.listen('stations:book-changed', listener),
  });
  const store = createStore<StationsState>(() => calm);
  const current = (): StationBook | null => known(book.store.getState());
  const settle = (result: Result<unknown>): boolean => {
    store.setState({ failure: result.ok ? null : result.error });
    return result.ok;
  };
  let openings = 0;
  let saving: Promise<void> | null = null;
  const open = (draft: StationDraft): void => {
    openings += 1;
    store.setState({ form: { draft, opening: openings, ...fresh }, failure: null });
  };
  const show = (stationId: string): void => {
    const station = current()?.stations.find(({ id }) => id === stationId);
    if (station !== undefined) open(draftOf(station));
  };
  const discard = (): void => {
    const id = store.getState().form?.draft.id ?? null;
    store.setState({ form: null });
    if (id !== null) show(id);
  };
  const leave = (goOn: () => void): void => {
    // What is just being saved is settled in a moment.
    if (saving !== null) {
      void saving.then(() => leave(goOn));
    } else if (hasUnsavedStation(store.getState())) {
      askToDiscard(() => {
        discard();
        goOn();
      });
    } else goOn();
  };
  const edit = (stationId: string): void => leave(() => show(stationId));
  const save = async (form: NonNullable<StationsState['form']>): Promise<void> => {
    const result = await program.ask('stations:save', { draft: form.draft });
    if (!settle(result) || !result.ok) return;
    const answer = result.value;
    if (answer.kind === 'saved') await book.read();
    const now = store.getState().form;
    // The form was closed meanwhile, or shows another station: the answer is none of its own.
    if (now === null || now.opening !== form.opening) return;
    // What was typed meanwhile stays as it is.
    const changed = now.draft !== form.draft;
    if (answer.kind === 'problems') {
      store.setState({ form: { ...now, problems: answer.problems, warnings: [] } });
      return;
    }
    const kept = current()?.stations.find(({ id }) => id === answer.stationId);
    const draft = !changed && kept !== undefined ? draftOf(kept) : { ...now.draft, id: answer.stationId };
    store.setState({ form: { ...now, draft, changed, problems: [], warnings: answer.warnings, saved: !changed } });
  };
  const duplicate = async (stationId: string): Promise<void> => {
    const result = await program.ask('stations:duplicate', { stationId });
    if (!settle(result) || !result.ok) return;
    await book.read();
    edit(result.value.stationId);
  };
  const remove = async (stationId: string): Promise<void> => {
    if (!settle(await program.ask('stations:remove', { stationId }))) return;
    if (store.getState().form?.draft.id === stationId) store.setState({ form: null });
  };

  return {
    book,
    store,
    asAdministrator(task) {
      if (current()?.access === 'locked') store.setState({ asking: { task } });
      else task();
    },
    stopAsking: () => store.setState({ asking: null, failure: null }),
    async unlock(pin) {
      const result = await program.ask('stations:unlock', { pin });
      if (!result.ok) return result.error;
      await book.read();
      const { asking } = store.getState();
      store.setState({ asking: null });
      asking?.task();
      return null;
    },
    async lock() {
      settle(await program.ask('stations:lock', {}));
    },
    async setPin(pin) {
      const result = await program.ask('stations:set-pin', { pin });
      return result.ok ? null : result.error;
    },
    async choose(stationId) {
      settle(await program.ask('stations:choose', { stationId }));
    },
    edit,
    startNew: () => leave(() => open(newDraft)),
    change(draft) {
      const { form } = store.getState();
      if (form === null) return;
      const station = current()?.stations.find(({ id }) => id === draft.id);
      const kept = station === undefined ? newDraft : draftOf(station);
      // What a scan typed into a field is taken out of it again: nobody changed anything.
      const changed = JSON.stringify(draft) !== JSON.stringify(kept);
      store.setState({ form: { ...form, draft, changed, saved: false, warnings: [] } });
    },
    discard,
    leave,
    async save() {
      const { form } = store.getState();
      // A second press on the way would make the new station once more.
      if (form === null || saving !== null) return;
      saving = save(form);
      await saving;
      saving = null;
    },
    duplicate: (stationId) => leave(() => void duplicate(stationId)),
    async move(stationId, to) {
      settle(await program.ask('stations:move', { stationId, to }));
    },
    remove: (stationId) => leave(() => void remove(stationId)),
    async restore() {
      settle(await program.ask('stations:restore', {}));
    },
    forget: () => store.setState(calm),
    start: () => book.start(),
  };
}
