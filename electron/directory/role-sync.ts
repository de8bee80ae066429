/** Keeps the memberships of the station's roles up to date: one sweep for each role, small ones often. */
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { RegistrationClient } from '../registration/registration-client.ts';
import type { Memberships } from './memberships.ts';
import { runInSlices } from './slices.ts';
import { pause, retryDelayMs, runSweep } from './sweep.ts';

/** Pages a second that all role sweeps together may ask for, on average. */
const pagesPerSecond = 5;
/** However large a role is, it is swept this often. */
const longestRestMs = 10 * 60_000;
/** Failures in a row after which a role has to wait until the others had their turn: it must not keep them from it. */
const mostFailures = 4;

/**
 * Milliseconds from the beginning of one sweep of a role to the next. Small roles take `leastMs`; large ones as long as
 * the budget of requests, shared by `roles` roles, wants.
 */
export function roleIntervalMs(members: number, roles: number, leastMs: number): number {
  const pages = Math.floor(members / 100) + 1;
  return Math.min(Math.max(leastMs, (pages * roles * 1000) / pagesPerSecond), Math.max(leastMs, longestRestMs));
}

export interface RoleSyncParts {
  readonly client: RegistrationClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly memberships: Memberships;
  /** Ids of the roles to sweep; read again before each. */
  readonly roleIds: () => readonly string[];
  /** Milliseconds between two sweeps of a small role. */
  readonly leastIntervalMs: number;
}

/** Sweeps until `signal` is aborted; resolves then. `nudge` makes it look at the roles again at once. */
export function createRoleSync(parts: RoleSyncParts): { run(signal: AbortSignal): Promise<void>; nudge(): void } {
  const { client, clock, random, log, memberships } = parts;
  /** When each role was last tried. */
  const tried = new Map<string, number>();
  let wake: AbortController | null = null;

  /** Whether it was swept to the end. */
  const sweepRole = async (roleId: string, most: number, signal: AbortSignal): Promise<boolean> => {
    const startedAt = clock.now();
    const members = new Map<string, number>();
    const outcome = await runSweep({
      clock,
      random,
      signal,
      fetchPage: (nextPage, pageSignal) =>
        client.searchUsers({ nextPage, roleId, limit: 100 }, { priority: 'background', signal: pageSignal }),
      onPage(users, askedAt) {
        for (const { id } of users) if (!members.has(id)) members.set(id, askedAt);
      },
      onRestart: () => members.clear(),
      onTrouble: () => {},
      mostFailures: most,
    });
    if (outcome.complete) await runInSlices(memberships.recordSweep(roleId, members, startedAt), clock, signal);
    else log.warn('directory.role-sweep-failed', { code: outcome.code });
    return outcome.complete;
  };

  return {
    nudge: () => wake?.abort(),
    async run(signal) {
      /** Sweeps given up since one was complete. */
      let givenUp = 0;
      const rest = async (waitMs: number): Promise<void> => {
        wake = new AbortController();
        await pause(clock, waitMs, AbortSignal.any([signal, wake.signal])).catch(() => {});
        wake = null;
      };
      try {
        for (;;) {
          signal.throwIfAborted();
          const roleIds = parts.roleIds();
          const dueAt = (roleId: string) => {
            const last = tried.get(roleId);
            // A clock that was set back says nothing about how long it is ago.
            return last === undefined || last > clock.now()
              ? Number.NEGATIVE_INFINITY
              : last + roleIntervalMs(memberships.count(roleId), roleIds.length, parts.leastIntervalMs);
          };
          const [next] = [...roleIds].sort((one, other) => dueAt(one) - dueAt(other));
          const waitMs = next === undefined ? longestRestMs : dueAt(next) - clock.now();
          if (next === undefined || waitMs > 0) {
            await rest(waitMs);
            continue;
          }
          tried.set(next, clock.now());
          // Where the one before failed too it is perhaps all of the service: it is not asked more often for having roles.
          givenUp = (await sweepRole(next, givenUp === 0 ? mostFailures : 1, signal)) ? 0 : givenUp + 1;
          if (givenUp >= roleIds.length) await rest(retryDelayMs(mostFailures + givenUp, undefined, random()));
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        tried.clear();
      }
    },
  };
}
