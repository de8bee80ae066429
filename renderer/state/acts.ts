import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PersonRole } from '../../contract/desk/directory.ts';
import type { DeskError, Result } from '../../contract/desk/errors.ts';
import type { Program } from '../bridge.ts';

export interface ActsState {
  /** Acts handed over and not yet written down: the same one is not started twice. */
  readonly busy: ReadonlySet<string>;
  /** The last act that was not taken on, until the next one is or it is hidden. */
  readonly failure: DeskError | null;
  /** Whom it was for, where that was one person: they may be closed by the time it is known. */
  readonly failedFor: FailedFor | null;
}

export interface FailedFor {
  readonly userId: string;
  readonly name: string | null;
}

/** The name to say with a failure; null where it was nobody's, is not known, or is that of whoever is open. */
export function nameBeside(failedFor: FailedFor | null, openUserId: string | null): string | null {
  return failedFor === null || failedFor.userId === openUserId ? null : failedFor.name;
}

export interface Acts {
  readonly store: StoreApi<ActsState>;
  /** Wishes the other state of a role. Always for the convention when giving; with the scope it has when taking. */
  toggle(userId: string, role: PersonRole): Promise<boolean>;
  /** A role held at every convention becomes one for this convention only: one wish, whatever happens in between. */
  onlyHere(userId: string, role: PersonRole): Promise<boolean>;
  runRecipe(userId: string, recipeId: string): Promise<boolean>;
  /** Without an id: the last act that can be undone. */
  undo(actId?: string): Promise<boolean>;
  dismiss(wishId: string): Promise<boolean>;
  hideFailure(): void;
  /** Another operator (B82): no name of those before comes up any more. */
  forgetNames(): void;
  /** Shows a refusal that came from elsewhere, such as a menu. */
  report(error: DeskError): void;
}

/** Key of a role's act in {@link ActsState.busy}. */
export const roleKey = (userId: string, roleId: string): string => `role ${userId} ${roleId}`;
/** Key of a recipe's act in {@link ActsState.busy}. */
export const recipeKey = (userId: string, recipeId: string): string => `recipe ${userId} ${recipeId}`;

/** The screen shows what was written down within this time; milliseconds. */
const catchesUpWithinMs = 300;

/**
 * What a person at the desk does. Each answers once the main process has it on disk, true when it was taken on; what
 * becomes of it comes as events.
 */
export function createActs(program: Program, nameOf: (userId: string) => string | null = () => null): Acts {
  const store = createStore<ActsState>(() => ({ busy: new Set<string>(), failure: null, failedFor: null }));
  let operators = 0;

  const once = async (
    key: string,
    act: () => Promise<Result<unknown>>,
    who: FailedFor | null = null,
  ): Promise<boolean> => {
    if (store.getState().busy.has(key)) return false;
    const mine = operators;
    store.setState({ busy: new Set([...store.getState().busy, key]) });
    const result = await act();
    const { busy: before, failedFor } = store.getState();
    const busy = new Set(before);
    busy.delete(key);
    if (!result.ok) store.setState({ busy, failure: result.error, failedFor: mine === operators ? who : null });
    // That one thing was taken on does not settle what another person's was not.
    else if (failedFor !== null && failedFor.userId !== who?.userId) store.setState({ busy });
    else store.setState({ busy, failure: null, failedFor: null });
    return result.ok;
  };
  const whoIs = (userId: string): FailedFor => ({ userId, name: nameOf(userId) });

  /** Which way each role was last pressed, until the screen shows it: presses may come faster than their answers. */
  const pressed = new Map<string, { held: boolean; answeredAt: number | null }>();
  /** Presses of one role, in the order they were made. */
  const queues = new Map<string, Promise<boolean>>();

  const toggle = (userId: string, role: PersonRole): Promise<boolean> => {
    const key = roleKey(userId, role.roleId);
    const who = whoIs(userId);
    const last = pressed.get(key);
    const isFresh =
      last !== undefined && (last.answeredAt === null || Date.now() - last.answeredAt < catchesUpWithinMs);
    const held = isFresh ? last.held : role.held;
    const press = { held: !held, answeredAt: null as number | null };
    pressed.set(key, press);
    const send = async (): Promise<boolean> => {
      const wish = {
        userId,
        roleId: role.roleId,
        wanted: held ? 'absent' : 'held',
        roleScope: held && role.held ? (role.roleScope ?? 'convention') : 'convention',
      } as const;
      const done = await once(key, () => program.ask('role-changes:wish', wish), who);
      press.answeredAt = Date.now();
      // It was not taken on: the next press goes by the screen again.
      if (!done && pressed.get(key) === press) pressed.delete(key);
      return done;
    };
    const before = queues.get(key);
    const turn = before === undefined ? send() : before.then(send);
    queues.set(key, turn);
    void turn.then(() => {
      if (queues.get(key) === turn) queues.delete(key);
    });
    return turn;
  };

  return {
    store,
    toggle,
    onlyHere: (userId, role) =>
      once(
        roleKey(userId, role.roleId),
        () =>
          program.ask('role-changes:wish', {
            userId,
            roleId: role.roleId,
            wanted: 'held',
            roleScope: 'convention',
            exactScope: true,
          }),
        whoIs(userId),
      ),
    runRecipe: (userId, recipeId) =>
      once(
        recipeKey(userId, recipeId),
        () => program.ask('role-changes:run-recipe', { userId, recipeId }),
        whoIs(userId),
      ),
    undo: (actId) => {
      // Whatever was pressed last is no longer what was wanted last: the next press goes by the screen again.
      pressed.clear();
      return once('undo', () => program.ask('role-changes:undo', actId === undefined ? {} : { actId }));
    },
    dismiss: (wishId) => once(`dismiss ${wishId}`, () => program.ask('role-changes:dismiss', { wishId })),
    hideFailure: () => store.setState({ failure: null, failedFor: null }),
    forgetNames() {
      operators += 1;
      store.setState({ failure: null, failedFor: null });
    },
    report: (error) => store.setState({ failure: error, failedFor: null }),
  };
}
