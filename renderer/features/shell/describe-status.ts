import type { Reachability } from '../../../contract/desk/connections.ts';
import type { RoleChangesState } from '../../../contract/desk/role-changes.ts';

/** What the status pill says, before it becomes words. The first that applies, most pressing first. */
export type Status =
  | { readonly kind: 'refused'; readonly count: number }
  | { readonly kind: 'sign-in-needed' }
  | {
      readonly kind: 'offline';
      /** A page of the venue's Wi-Fi answers in the service's place. */
      readonly portal: boolean;
      readonly kept: number;
      readonly oldestAt: number | null;
      readonly nextTryAt: number | null;
    }
  | {
      readonly kind: 'waiting';
      readonly count: number;
      /** Somebody paused a list: what is left of it waits for them. */
      readonly listPaused: boolean;
      readonly oldestAt: number | null;
      readonly nextTryAt: number | null;
    }
  | { readonly kind: 'sending'; readonly count: number }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'all-confirmed' };

/**
 * One state out of queue and connection. Refused comes first since only a person can settle it. Offline is said even
 * with nothing waiting: the list may be out of date.
 */
export function describeStatus(
  changes: RoleChangesState | null,
  reachability: Reachability,
  signInNeeded: boolean,
  listPaused = false,
): Status {
  if (changes !== null && changes.refused > 0) return { kind: 'refused', count: changes.refused };
  if (signInNeeded) return { kind: 'sign-in-needed' };
  const kept = changes === null ? 0 : changes.waiting + changes.sending;
  const oldestAt = changes?.oldestAt ?? null;
  if (reachability.kind === 'offline') {
    const portal = reachability.reason === 'network-captive-portal';
    return { kind: 'offline', portal, kept, oldestAt, nextTryAt: reachability.nextTryAt ?? changes?.nextTryAt ?? null };
  }
  if (changes === null) return { kind: 'connecting' };
  if (changes.waiting > 0) {
    return { kind: 'waiting', count: kept, listPaused, oldestAt, nextTryAt: changes.nextTryAt };
  }
  if (changes.sending > 0) return { kind: 'sending', count: changes.sending };
  return reachability.kind === 'unknown' ? { kind: 'connecting' } : { kind: 'all-confirmed' };
}
