/**
 * Everything that can go wrong, as a closed list. electron/ raises these codes, renderer/words turns each into what
 * happened, what is safe and what to do next. Adding one: docs/how-to.md, "Add an error".
 */
import { z } from 'zod';

export const errorCodes = [
  // The network family: nothing is known to be wrong with the request itself.
  'network-unreachable',
  'network-timeout',
  'network-untrusted-certificate',
  'network-captive-portal',
  'network-rate-limited',
  'network-service-broken',
  // The service said no.
  'service-unauthorized',
  'service-forbidden',
  'service-not-found',
  'service-invalid-request',
  'service-already-has-role',
  'service-does-not-have-role',
  'service-unexpected-answer',
  'service-repeated-cursor',
  'oauth-invalid-client',
  'oauth-invalid-grant',
  'oauth-invalid-scope',
  'oauth-refused',
  // Signing in.
  'sign-in-denied',
  'sign-in-timed-out',
  'sign-in-interrupted',
  'sign-in-exchange-unknown',
  'sign-in-address-not-understood',
  'sign-in-address-not-current',
  'sign-in-browser-not-opened',
  // The browser finished an attempt that was cancelled or had timed out.
  'sign-in-given-up',
  'links-not-changed',
  'sign-in-required',
  // The lock for stepping away.
  'desk-locked',
  'pin-not-set',
  'pin-wrong',
  'pin-wait',
  // The lock's and the administrator's may not be the same.
  'pin-taken',
  'pin-too-often',
  // This machine.
  'storage-full',
  'storage-unwritable',
  // A file that somebody chose to save to.
  'file-not-written',
  // Somebody signed out, the desk was locked or the connection changed while it was being chosen.
  'save-given-up',
  'vault-unreadable',
  'journal-unwritable',
  'settings-newer',
  'practice-not-started',
  // The desk.
  'person-not-known',
  'role-not-known',
  'wish-not-known',
  // Changing stations, settings and connections, where an administrator set a PIN for it.
  'administrator-required',
  // A role that the station in use has nothing to do with.
  'not-at-this-station',
  // Undoing what is from another shift needs the PIN.
  'unlock-required',
  // A file or pasted text that is no list, a list beyond the limits, or one that changed since it was looked at.
  'list-not-understood',
  'list-too-large',
  'list-changed',
  // The person holds the role for every convention, and only a deliberate second step takes that away.
  'role-held-globally',
  // The change arrived and somebody else changed it back before it could be confirmed.
  'role-changed-elsewhere',
  'connection-not-understood',
  'connection-insecure',
  // Never kept, as there is no safe keyring, or kept and lost: only the file helps.
  'connection-secret-missing',
  // Kept, and the keyring does not give it just now: it may give it later.
  'keyring-locked',
  'desk-link-not-understood',
  'desk-link-wrong-passphrase',
  'desk-link-wait',
  // Ours.
  'bad-input',
  'bug',
] as const;

export const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** What crosses to the renderer of an error: never a stack, a secret or a person. */
export const deskErrorSchema = z.object({
  code: errorCodeSchema,
  /** One plain sentence in English for logs and supporters; the screen shows the words of the code. */
  message: z.string().max(500),
  /** Whether the same act may succeed later without anybody changing anything. */
  retryable: z.boolean(),
});
export type DeskError = z.infer<typeof deskErrorSchema>;

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: DeskError };
