/** What each row of the preflight means, as functions of what was found. */
import type { TestRow } from '../../contract/desk/connections.ts';
import type { DirectoryState } from '../../contract/desk/directory.ts';
import type { PreflightFacts, PreflightFinding, PreflightResult } from '../../contract/desk/preflight.ts';
import type { LinksOpenWith } from '../../contract/desk/sign-in.ts';
import { servedAt } from '../connections/served-at.ts';
import type { HttpResponse } from '../ports/http-transport.ts';

export interface Verdict {
  readonly state: PreflightResult['state'];
  readonly finding: PreflightFinding;
  readonly facts?: PreflightFacts;
}

const fine = (facts: PreflightFacts = {}): Verdict => ({ state: 'fine', finding: 'fine', facts });

/** `opened`: something sealed came back as it was. */
export function judgeKeyring(strength: 'strong' | 'weak' | 'unavailable', name: string, opened: boolean): Verdict {
  const facts = { keyring: name.slice(0, 60) };
  if (strength !== 'strong') return { state: 'warning', finding: 'keyring-none', facts };
  return opened ? fine(facts) : { state: 'failed', finding: 'keyring-broken', facts };
}

/** `needed`: the answer of the browser comes back as a link of ours, not to a port of this computer (RFC 8252 7.3). */
export function judgeLinks(openWith: LinksOpenWith, needed: boolean): Verdict {
  if (!needed) return { state: 'skipped', finding: 'links-not-needed' };
  switch (openWith) {
    case 'rolecall':
      return fine();
    case 'another-program':
      return { state: 'warning', finding: 'links-elsewhere' };
    case 'nothing':
      return { state: 'warning', finding: 'links-nothing' };
  }
}

/**
 * The rows of the connection's test in one; its clock has a row of its own here. Where nobody is signed in any more, what
 * the desk does as its operator was not looked at: no desk is ready like that.
 */
export function judgeConnection(rows: readonly TestRow[]): Verdict {
  const notFine = rows.filter(
    ({ step, state, finding }) =>
      step !== 'clock' && (state === 'failed' || state === 'warning' || finding === 'not-signed-in'),
  );
  const facts = { tests: notFine.map((row) => ({ ...row, names: [...row.names] })) };
  if (notFine.some(({ state }) => state === 'failed')) return { state: 'failed', finding: 'connection-failed', facts };
  if (notFine.length > 0) return { state: 'warning', finding: 'connection-warning', facts };
  return fine();
}

/** Beyond this the times of two desks contradict each other to the eye; milliseconds. */
const clockLimitMs = 30_000;

/** A list older than this may lack somebody who registered at the door; milliseconds. The desk says so too. */
const oldAfterMs = 10 * 60_000;

export function judgePeople(state: DirectoryState, now: number): Verdict {
  const { people, upToDateAt, sweep } = state;
  if (upToDateAt === null) {
    if (sweep !== null) return { state: 'warning', finding: 'people-fetching', facts: { people: sweep.fetched } };
    return { state: 'failed', finding: 'people-none', facts: { people } };
  }
  const facts = { people, upToDateAt };
  if (people === 0) return { state: 'failed', finding: 'people-none', facts };
  // The clock was set back since.
  if (upToDateAt - now > clockLimitMs) return { state: 'warning', finding: 'people-undated', facts };
  return now - upToDateAt > oldAfterMs ? { state: 'warning', finding: 'people-old', facts } : fine(facts);
}

/**
 * This computer's clock against the service's Date header (RFC 9110 6.6.1). The header has whole seconds and was written
 * at some time during the exchange: half a second and half of the round trip are how far off the difference may be.
 * `receivedAt`: by this computer's clock. Times in milliseconds.
 */
export function judgeClock(headers: HttpResponse['headers'], receivedAt: number, roundTripMs: number): Verdict {
  const served = servedAt(headers);
  if (Number.isNaN(served)) return { state: 'warning', finding: 'clock-unknown' };
  const skewMs = Math.round(receivedAt - roundTripMs / 2 - (served + 500));
  const marginMs = Math.round(roundTripMs / 2 + 500);
  const facts = { skewMs, marginMs };
  // Only what the margin can't explain counts as wrong.
  return Math.abs(skewMs) - marginMs > clockLimitMs ? { state: 'warning', finding: 'clock-off', facts } : fine(facts);
}

const mebibyte = 1024 * 1024;
/** Below this a long day may fill it, and below that the desk may stop working at any moment; bytes. */
const littleBytes = 1024 * mebibyte;
const leastBytes = 200 * mebibyte;

/** `freeBytes`: null where the system does not say. `written`: a small file was written, synced and read back. */
export function judgeDisk(freeBytes: number | null, written: 'fine' | 'full' | 'failed'): Verdict {
  const facts = freeBytes === null ? {} : { freeBytes };
  if (written === 'full') return { state: 'failed', finding: 'disk-low', facts };
  if (written === 'failed') return { state: 'failed', finding: 'disk-unwritable', facts };
  if (freeBytes === null) return { state: 'warning', finding: 'disk-unknown' };
  if (freeBytes < leastBytes) return { state: 'failed', finding: 'disk-low', facts };
  return freeBytes < littleBytes ? { state: 'warning', finding: 'disk-low', facts } : fine(facts);
}

export function judgePower(onBattery: boolean): Verdict {
  return onBattery ? { state: 'warning', finding: 'on-battery' } : fine();
}
