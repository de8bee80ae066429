import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PersonDetails, PersonView } from '../../contract/desk/directory.ts';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { Program } from '../bridge.ts';
import { keeping } from './keeping.ts';

/** The details for the ID check: hidden until asked for, gone with the person. */
export type Reveal =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'shown'; readonly details: PersonDetails }
  | { readonly kind: 'failed'; readonly error: DeskError };

export type OpenPerson =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening'; readonly userId: string }
  | { readonly kind: 'open'; readonly userId: string; readonly view: PersonView; readonly reveal: Reveal }
  | { readonly kind: 'failed'; readonly userId: string; readonly error: DeskError };

export interface Person {
  readonly store: StoreApi<OpenPerson>;
  start(): () => void;
  open(userId: string): Promise<void>;
  /** Forgets the person and what was revealed, here at once and in the main process. */
  close(): void;
  reveal(): Promise<void>;
  hide(): void;
}

/** The service no longer has them: what is on the screen is what this desk last knew, and there is nobody to change. */
export function isGone({ notFreshBecause }: PersonView): boolean {
  return notFreshBecause === 'person-not-known';
}

/** A switch is not drawn again for what another role does. */
function keepingRoles(before: PersonView, view: PersonView): PersonView {
  const known = new Map(before.roles.map((role) => [role.roleId, role]));
  return {
    ...view,
    primary: view.primary === null ? null : keeping(before.primary, view.primary),
    roles: view.roles.map((role) => keeping(known.get(role.roleId), role)),
  };
}

/** The one open person. Events about anybody else, and answers older than the last event, change nothing. */
export function createPerson(program: Program): Person {
  const store = createStore<OpenPerson>(() => ({ kind: 'none' }));
  let turn = 0;
  let eventsSeen = 0;

  const show = (view: PersonView): void => {
    const before = store.getState();
    const { userId } = view;
    if (before.kind === 'open' && before.userId === userId) {
      store.setState({ kind: 'open', userId, view: keepingRoles(before.view, view), reveal: before.reveal }, true);
    } else {
      store.setState({ kind: 'open', userId, view, reveal: { kind: 'hidden' } }, true);
    }
  };

  const setReveal = (userId: string, reveal: Reveal): void => {
    const now = store.getState();
    if (now.kind === 'open' && now.userId === userId) store.setState({ ...now, reveal }, true);
  };

  return {
    store,
    start() {
      return program.listen('directory:person-changed', (view) => {
        const now = store.getState();
        if (now.kind === 'none' || now.userId !== view.userId) return;
        eventsSeen += 1;
        show(view);
      });
    },
    async open(userId) {
      turn += 1;
      const mine = turn;
      eventsSeen = 0;
      store.setState({ kind: 'opening', userId }, true);
      const result = await program.ask('directory:open', { userId });
      if (mine !== turn || eventsSeen > 0) return;
      if (result.ok) show(result.value);
      else store.setState({ kind: 'failed', userId, error: result.error }, true);
    },
    close() {
      turn += 1;
      if (store.getState().kind === 'none') return;
      store.setState({ kind: 'none' }, true);
      void program.ask('directory:close', {});
    },
    async reveal() {
      const now = store.getState();
      if (now.kind !== 'open' || now.reveal.kind === 'shown' || now.reveal.kind === 'asking') return;
      const mine = turn;
      setReveal(now.userId, { kind: 'asking' });
      const result = await program.ask('directory:reveal', { userId: now.userId });
      const after = store.getState();
      // Hidden again, or another person, while it was on its way: it must not appear.
      if (mine !== turn || after.kind !== 'open' || after.reveal.kind !== 'asking') return;
      setReveal(
        now.userId,
        result.ok ? { kind: 'shown', details: result.value } : { kind: 'failed', error: result.error },
      );
    },
    hide() {
      const now = store.getState();
      if (now.kind === 'open') setReveal(now.userId, { kind: 'hidden' });
    },
  };
}
