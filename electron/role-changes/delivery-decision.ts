/**
 * What to do next about one wish: the whole policy of delivery, as one pure function.
 *
 * The service has no idempotency key and a lost reply looks like an error, so: nothing is written again before it was
 * read what the last write did; nothing is confirmed but from the person's own list; "already has it" and "not in it"
 * only send us to that list.
 */
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { RoleScope } from '../../contract/registration-api/resources.ts';
import { assertNever, RolecallError } from '../errors.ts';
import type { Confirmation, WishFacts } from './wishes.ts';

/** How a failure is to be taken. */
export type FailureKind =
  /** Nobody gets through: all of the delivery waits. */
  | 'line'
  /** The service asked everybody to wait. */
  | 'rate'
  /** This request broke; others may do better. */
  | 'broken'
  /** Nobody is signed in, or the tokens are not taken. */
  | 'sign-in'
  /** The service said no to exactly this. */
  | 'said-no';

export function failureKindOf(code: ErrorCode): FailureKind {
  switch (code) {
    case 'network-unreachable':
    case 'network-captive-portal':
    case 'network-untrusted-certificate':
    case 'practice-not-started':
      return 'line';
    case 'network-rate-limited':
      return 'rate';
    case 'network-timeout':
    case 'network-service-broken':
    case 'service-unexpected-answer':
    case 'service-repeated-cursor':
    case 'storage-full':
    case 'storage-unwritable':
    case 'journal-unwritable':
    case 'settings-newer':
    case 'bug':
      return 'broken';
    case 'service-unauthorized':
    case 'oauth-invalid-client':
    case 'oauth-invalid-grant':
    case 'oauth-invalid-scope':
    case 'oauth-refused':
    case 'sign-in-denied':
    case 'sign-in-timed-out':
    case 'sign-in-interrupted':
    case 'sign-in-exchange-unknown':
    case 'sign-in-address-not-understood':
    case 'sign-in-address-not-current':
    case 'sign-in-browser-not-opened':
    case 'sign-in-required':
    case 'vault-unreadable':
    case 'connection-not-understood':
    case 'connection-insecure':
    case 'connection-secret-missing':
    case 'keyring-locked':
    case 'desk-link-not-understood':
    case 'desk-link-wrong-passphrase':
    case 'desk-link-wait':
    case 'sign-in-given-up':
    case 'links-not-changed':
    case 'desk-locked':
    case 'pin-not-set':
    case 'pin-wrong':
    case 'pin-wait':
    case 'pin-taken':
    case 'file-not-written':
    case 'save-given-up':
    case 'pin-too-often':
      return 'sign-in';
    case 'service-forbidden':
    case 'service-not-found':
    case 'service-invalid-request':
    case 'service-already-has-role':
    case 'service-does-not-have-role':
    case 'person-not-known':
    case 'role-not-known':
    case 'wish-not-known':
    case 'unlock-required':
    case 'administrator-required':
    case 'not-at-this-station':
    case 'list-not-understood':
    case 'list-too-large':
    case 'list-changed':
    case 'role-held-globally':
    case 'role-changed-elsewhere':
    case 'bad-input':
      return 'said-no';
    default:
      return assertNever(code);
  }
}

/** What is known about one wish in the course of one try. */
export interface Knowledge {
  /** Nothing that was sent for this person and role, now or earlier, has an unknown outcome. */
  readonly certain: boolean;
  /** Scope by the person's list, read in this try after the wish's last write; null: not held; undefined: not read since. */
  readonly seen: RoleScope | null | undefined;
  /** The scope the service named lately, from an opened person; undefined: nobody knows. */
  readonly lately: RoleScope | undefined;
  /** How far this wish's own writes came. `changed`: one answered 2xx; `halfway`: removed, to be added with the other scope. */
  readonly wrote: 'nothing' | 'halfway' | 'changed' | 'unknown';
  /** Reads that disagreed with a write that had answered 2xx, or with "already has it" or "not in it". */
  readonly disagreements: number;
  /** Why the last write was refused; kept until the list was read. */
  readonly writeRefusal: RolecallError | null;
  /** Scope with which the role was held before this wish took it away to change it; null: nothing is away. */
  readonly tookAway: RoleScope | null;
  /** The wish can't be granted; all that is left is to put back what it took away. */
  readonly doomed: RolecallError | null;
}

export type Step =
  | { readonly kind: 'read' }
  | { readonly kind: 'add'; readonly roleScope: RoleScope }
  | { readonly kind: 'remove'; readonly halfway: boolean }
  | { readonly kind: 'confirm'; readonly how: Confirmation; readonly heldScope: RoleScope | null }
  | { readonly kind: 'refuse'; readonly error: RolecallError }
  /** The new scope was refused after the old one had been taken away: give the old one back, then refuse. */
  | { readonly kind: 'restore'; readonly roleScope: RoleScope; readonly because: RolecallError }
  /** Ask again after a while: what was read may lag behind what was written, or somebody acts in between. */
  | { readonly kind: 'look-again' };

/** A service that answers reads from a copy may lag; after so many looks the disagreement is believed. */
export const mostDisagreements = 4;

/** After so many answers, over a minute, that the list belies nothing better is to come, as of a merged person. */
const mostContradictions = 8;

function isFulfilled(facts: WishFacts, held: RoleScope | null): boolean {
  if (facts.wanted === 'absent') return held === null;
  return held !== null && (!facts.exactScope || held === facts.roleScope);
}

function confirmationOf({ wrote, certain }: Knowledge): Confirmation {
  if (wrote === 'changed') return 'written';
  return wrote === 'unknown' || !certain ? 'unknown' : 'already';
}

export function decideDelivery(facts: WishFacts, knowledge: Knowledge): Step {
  const { seen, wrote, writeRefusal, doomed } = knowledge;
  if (seen === undefined) return decideUnread(facts, knowledge);
  if (isFulfilled(facts, seen)) return { kind: 'confirm', how: confirmationOf(knowledge), heldScope: seen };
  if (doomed !== null) return refuse(doomed, seen, knowledge);
  if (wrote === 'changed') {
    if (knowledge.disagreements < mostDisagreements) return { kind: 'look-again' };
    // It arrived, and somebody acted after it. The last act wins; both get told.
    return {
      kind: 'refuse',
      error: new RolecallError('role-changed-elsewhere', 'The change arrived, and somebody else changed it back.'),
    };
  }
  if (facts.wanted === 'absent' && facts.roleScope === 'convention' && seen === 'global') {
    return {
      kind: 'refuse',
      error: new RolecallError('role-held-globally', 'The role is held for every convention.'),
    };
  }
  const changesScope = facts.wanted === 'held' && seen !== null;
  if (writeRefusal !== null && !changesScope) {
    const { code } = writeRefusal;
    const contradicted = code === 'service-already-has-role' || code === 'service-does-not-have-role';
    if (!contradicted) return refuse(writeRefusal, seen, knowledge);
    if (knowledge.disagreements < mostContradictions) return { kind: 'look-again' };
    const error = new RolecallError('service-invalid-request', 'What the service answers and its list do not agree.');
    return refuse(error, seen, knowledge);
  }
  if (writeRefusal !== null && isAboutThePerson(writeRefusal)) return { kind: 'refuse', error: writeRefusal };
  if (facts.wanted === 'absent') return { kind: 'remove', halfway: false };
  if (seen === null) return { kind: 'add', roleScope: facts.roleScope };
  return { kind: 'remove', halfway: true };
}

function decideUnread(facts: WishFacts, knowledge: Knowledge): Step {
  const { certain, wrote, writeRefusal, doomed } = knowledge;
  if (doomed !== null || writeRefusal !== null || !certain) return { kind: 'read' };
  if (wrote === 'halfway') return { kind: 'add', roleScope: facts.roleScope };
  if (wrote !== 'nothing') return { kind: 'read' };
  // Nothing is open: writing at once saves a round trip, for the answer says what happened.
  if (facts.wanted === 'held') return { kind: 'add', roleScope: facts.roleScope };
  // Removing asks for no scope. One held for every convention must not go by a click meant for this one.
  const safe = facts.roleScope === 'global' || knowledge.lately === 'convention';
  return safe ? { kind: 'remove', halfway: false } : { kind: 'read' };
}

/** Not allowed is not allowed: with such an answer nothing is taken away to try another way. */
function isAboutThePerson({ code }: RolecallError): boolean {
  return code === 'service-forbidden' || code === 'service-not-found';
}

function refuse(error: RolecallError, seen: RoleScope | null, { tookAway }: Knowledge): Step {
  return tookAway !== null && seen === null
    ? { kind: 'restore', roleScope: tookAway, because: error }
    : { kind: 'refuse', error };
}
