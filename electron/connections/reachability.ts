import type { Reachability } from '../../contract/desk/connections.ts';
import type { ErrorCode } from '../../contract/desk/errors.ts';

/** What became of one call, with the time it ended. */
export type ReachabilityEvent =
  | { readonly kind: 'answered'; readonly at: number }
  | { readonly kind: 'failed'; readonly at: number; readonly code: ErrorCode; readonly nextTryAt: number | null }
  | { readonly kind: 'reset' };

/** Failures that say something about the way to the service; a refusal by the service proves that it is there. */
const unreachable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network-unreachable',
  'network-timeout',
  'network-untrusted-certificate',
  'network-captive-portal',
  'network-service-broken',
]);

/** The next state, decided from real outcomes only. Answers with the same object where nothing changed. */
export function nextReachability(previous: Reachability, event: ReachabilityEvent): Reachability {
  switch (event.kind) {
    case 'reset':
      return previous.kind === 'unknown' ? previous : { kind: 'unknown' };
    case 'answered':
      return online(previous, event.at);
    case 'failed': {
      if (event.code === 'sign-in-required') return previous;
      if (!unreachable.has(event.code)) return online(previous, event.at);
      const since = previous.kind === 'offline' ? previous.since : event.at;
      if (previous.kind === 'offline' && previous.reason === event.code && previous.nextTryAt === event.nextTryAt) {
        return previous;
      }
      return { kind: 'offline', since, reason: event.code, nextTryAt: event.nextTryAt };
    }
  }
}

function online(previous: Reachability, at: number): Reachability {
  return previous.kind === 'online' ? previous : { kind: 'online', since: at };
}
