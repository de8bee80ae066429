/**
 * A wish is what somebody wants to be true of one person and one role. It is written down once and then only moves on:
 *
 *   waiting ⇄ sending → confirmed | refused → dismissed
 *   waiting → collapsed (undone before anything was sent) | superseded (a later wish for the same person and role)
 *
 * Pure: `moveOn` decides what one event makes of one wish; wish-book.ts keeps them all.
 */
import type { DeskError } from '../../contract/desk/errors.ts';
import type { RoleScope, Wanted } from '../../contract/desk/stations.ts';
import { assertNever } from '../errors.ts';

/** What the service had last said about the person and role when the wish was made. Null: it had said nothing. */
export interface BaseState {
  readonly held: boolean;
  readonly roleScope: RoleScope | null;
}

/** The part of a wish that never changes. */
export interface WishFacts {
  readonly wishId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly roleName: string;
  readonly wanted: Wanted;
  readonly roleScope: RoleScope;
  /** Held with the other scope does not fulfil it: the scope itself is what was asked for. */
  readonly exactScope: boolean;
  readonly base: BaseState | null;
  /** The wish this one takes back. */
  readonly undoes: string | null;
}

export const actKinds = ['recipe', 'give', 'take', 'undo'] as const;
export type ActKind = (typeof actKinds)[number];

/** A list that was applied, or taken back: one act for each person, all of them carrying this. */
export interface BatchPart {
  readonly batchId: string;
  /** How many acts the whole of it has. */
  readonly size: number;
}

/** One click, with everything it asked for. */
export interface Act {
  readonly actId: string;
  /** Order of making, over all starts; only grows. Missing in acts of older programs. */
  readonly number?: number | undefined;
  readonly kind: ActKind;
  /** Name of the recipe or role; of an undo, what it took back. */
  readonly subject: string;
  /** Time of the click by this machine; milliseconds since the epoch. */
  readonly time: number;
  /** This machine's clock minus the service's at that time, as last measured; milliseconds. */
  readonly clockSkewMs: number | null;
  readonly operator: { readonly id: string; readonly label: string };
  readonly station: string;
  /** The act an undo takes back. */
  readonly undoes: string | null;
  /** Missing where it is nothing but itself. */
  readonly batch?: BatchPart | undefined;
  /**
   * The program notes it before the first write of each of its wishes, so that one without a note was never sent: a list
   * may be held back for days. Missing in single clicks, which wait for no disk, and in acts of older programs.
   */
  readonly notesSending?: true | undefined;
}

/**
 * How the service came to agree: `written` by this desk, `already` so before this desk wrote anything, `unknown` where
 * an earlier try may or may not have arrived.
 */
export const confirmations = ['written', 'already', 'unknown'] as const;
export type Confirmation = (typeof confirmations)[number];

export type Progress =
  /** `certain`: nothing that was sent for this person and role has an unknown outcome. */
  | { readonly kind: 'waiting'; readonly certain: boolean }
  | { readonly kind: 'sending'; readonly certain: boolean }
  | {
      readonly kind: 'confirmed';
      readonly at: number;
      readonly how: Confirmation;
      readonly heldScope: RoleScope | null;
    }
  | { readonly kind: 'refused'; readonly at: number; readonly error: DeskError; readonly dismissed: boolean }
  | { readonly kind: 'collapsed'; readonly at: number }
  | { readonly kind: 'superseded'; readonly at: number; readonly by: string };

export type WishEvent =
  | { readonly kind: 'sending' }
  /** The try ended without an answer to rely on, or without any. */
  | { readonly kind: 'put-back'; readonly certain: boolean }
  /** Something was sent earlier whose outcome nobody knows: before a restart, or by the wish this one replaced. */
  | { readonly kind: 'doubted' }
  | {
      readonly kind: 'confirmed';
      readonly at: number;
      readonly how: Confirmation;
      readonly heldScope: RoleScope | null;
    }
  | { readonly kind: 'refused'; readonly at: number; readonly error: DeskError }
  | { readonly kind: 'collapsed'; readonly at: number }
  | { readonly kind: 'superseded'; readonly at: number; readonly by: string }
  /** What took its place was taken off: it is to happen after all. `certain` as it was of that one. */
  | { readonly kind: 'revived'; readonly certain: boolean }
  | { readonly kind: 'dismissed' };

/** Whether two wishes for the same person and role want the same of it. */
export function asksTheSame(
  one: Pick<WishFacts, 'wanted' | 'roleScope' | 'exactScope'>,
  other: Pick<WishFacts, 'wanted' | 'roleScope' | 'exactScope'>,
): boolean {
  return one.wanted === other.wanted && one.roleScope === other.roleScope && one.exactScope === other.exactScope;
}

export function isOpen(progress: Progress): progress is Extract<Progress, { kind: 'waiting' | 'sending' }> {
  return progress.kind === 'waiting' || progress.kind === 'sending';
}

/** What `event` makes of a wish. Events that come too late change nothing: the first ending stands. */
export function moveOn(progress: Progress, event: WishEvent): Progress {
  switch (event.kind) {
    case 'sending':
      return progress.kind === 'waiting' ? { kind: 'sending', certain: progress.certain } : progress;
    case 'put-back':
      return progress.kind === 'sending' ? { kind: 'waiting', certain: progress.certain && event.certain } : progress;
    case 'doubted':
      return isOpen(progress) ? { kind: progress.kind, certain: false } : progress;
    case 'confirmed':
      return isOpen(progress)
        ? { kind: 'confirmed', at: event.at, how: event.how, heldScope: event.heldScope }
        : progress;
    case 'refused':
      return isOpen(progress) ? { kind: 'refused', at: event.at, error: event.error, dismissed: false } : progress;
    case 'collapsed':
      return isOpen(progress) ? { kind: 'collapsed', at: event.at } : progress;
    case 'superseded':
      if (isOpen(progress)) return { kind: 'superseded', at: event.at, by: event.by };
      // Wished again after a refusal: the new wish is the dealing with it.
      return progress.kind === 'refused' ? { ...progress, dismissed: true } : progress;
    case 'revived':
      return progress.kind === 'superseded' ? { kind: 'waiting', certain: event.certain } : progress;
    case 'dismissed':
      return progress.kind === 'refused' ? { ...progress, dismissed: true } : progress;
    default:
      return assertNever(event);
  }
}
