/** What this desk's wishes say about people, for everything that shows them. */
import type { ServiceRole, ServiceRoles } from '../directory/service-roles.ts';
import type { OverlayRole, RoleOverlay } from './role-overlay.ts';
import type { Wish, WishBook } from './wish-book.ts';
import { isOpen } from './wishes.ts';

/** Held back with its list: until it goes on, nobody gets anything by it. */
function says(wish: Wish, isHeldBack: (wish: Wish) => boolean): boolean {
  return wish.progress.kind !== 'waiting' || !isHeldBack(wish);
}

/** The overlay and what stations count with. */
export interface CountingOverlay extends RoleOverlay {
  /** How many people have an open wish to hold this role that is not held back, and are not known to hold it yet. */
  waitingFor(roleId: string): number;
}

export interface OwnedOverlay extends CountingOverlay {
  /** The person's wishes changed. */
  touch(userId: string): void;
  /** What the service now says about these people. */
  compare(userIds: Iterable<string>): void;
  dispose(): void;
}

function toOverlayRole(wish: Wish, state: OverlayRole['state'], at: number): OverlayRole {
  const { facts, act, progress } = wish;
  return {
    wishId: facts.wishId,
    wanted: facts.wanted,
    roleScope: progress.kind === 'confirmed' ? (progress.heldScope ?? facts.roleScope) : facts.roleScope,
    state,
    at,
    refusal: progress.kind === 'refused' ? progress.error : null,
    by: act.operator.label,
  };
}

/**
 * The wish that speaks for a role, of all wishes for it, oldest first. Null where the service alone should: a wish that
 * found its role held already names nobody, since somebody else gave it. One that is held back with its list says nothing:
 * the desk can ask for the same.
 */
function speakingWish(
  wishes: readonly Wish[],
  isOvertaken: (wish: Wish) => boolean,
  isHeldBack: (wish: Wish) => boolean,
): OverlayRole | null {
  let found: Wish['facts']['wanted'] | null = null;
  for (let index = wishes.length - 1; index >= 0; index -= 1) {
    const wish = wishes[index];
    if (wish === undefined) continue;
    const { progress, facts, act } = wish;
    if (!says(wish, isHeldBack)) continue;
    if (isOpen(progress)) return found === null ? toOverlayRole(wish, progress.kind, act.time) : null;
    if (progress.kind === 'refused' && !progress.dismissed && found === null) {
      return toOverlayRole(wish, 'refused', progress.at);
    }
    if (progress.kind !== 'confirmed') continue;
    if (isOvertaken(wish) || (found !== null && found !== facts.wanted)) return null;
    if (progress.how !== 'already') return toOverlayRole(wish, 'confirmed', progress.at);
    found = facts.wanted;
  }
  return null;
}

export function createOverlay(
  book: WishBook,
  /** Null where nothing is known of the person. */
  rolesOf: (userId: string) => ReadonlyMap<string, ServiceRole> | null,
  saidSince: ServiceRoles['saidSince'],
): OwnedOverlay {
  const listeners = new Set<(userIds: ReadonlySet<string>) => void>();
  /** Confirmed wishes that the service has since said otherwise about. */
  const overtaken = new Set<string>();
  let touched = new Set<string>();
  let telling = false;

  function tell(): void {
    telling = false;
    const userIds = touched;
    touched = new Set();
    for (const listener of listeners) listener(userIds);
  }

  function touch(userId: string): void {
    touched.add(userId);
    if (telling) return;
    telling = true;
    // Before the click is answered: the screen then draws what became of it, and what it does after an answer, as one.
    queueMicrotask(tell);
  }

  return {
    of: (userId) => {
      const byRole = new Map<string, Wish[]>();
      for (const wish of book.ofUser(userId)) {
        const ofRole = byRole.get(wish.facts.roleId);
        if (ofRole === undefined) byRole.set(wish.facts.roleId, [wish]);
        else ofRole.push(wish);
      }
      const roles = new Map<string, OverlayRole>();
      for (const [roleId, wishes] of byRole) {
        const role = speakingWish(wishes, (wish) => overtaken.has(wish.facts.wishId), book.isHeldBack);
        if (role !== null) roles.set(roleId, role);
      }
      return roles;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waitingFor: (roleId) => {
      const userIds = new Set<string>();
      for (const wish of book.open()) {
        const { facts } = wish;
        const asksForIt = facts.roleId === roleId && facts.wanted === 'held';
        if (!asksForIt || !says(wish, book.isHeldBack)) continue;
        // Who is known to hold it already is counted among its members.
        if (rolesOf(facts.userId)?.has(roleId) !== true) userIds.add(facts.userId);
      }
      return userIds.size;
    },
    touch,
    compare: (userIds) => {
      for (const userId of userIds) {
        const wishes = book.ofUser(userId);
        // A sweep may name a hundred thousand people this desk never did anything for.
        if (wishes.length === 0) continue;
        const service = rolesOf(userId);
        if (service === null) continue;
        for (const wish of wishes) {
          if (wish.progress.kind !== 'confirmed') continue;
          const { wishId, roleId, wanted } = wish.facts;
          // Said before it was confirmed: that is old news.
          const now = service.has(roleId) !== (wanted === 'held') && saidSince(userId, roleId, wish.progress.at);
          if (now === overtaken.has(wishId)) continue;
          if (now) overtaken.add(wishId);
          else overtaken.delete(wishId);
          touch(userId);
        }
      }
    },
    dispose: () => {
      listeners.clear();
    },
  };
}
