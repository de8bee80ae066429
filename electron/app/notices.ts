/** What is worth a notification of the system's own: what needs somebody while nobody looks at the window. Pure. */
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { DeskWords } from '../words/desk-words.ts';

export type Notice =
  /** The service refused changes, `count` of them since the last look. */
  | { readonly kind: 'refused'; readonly count: number }
  /** The sign-in ended by itself, and changes wait for the next. */
  | { readonly kind: 'sign-in-needed' };

/** What is known of the desk. */
export interface NoticeFacts {
  readonly changes: Pick<RoleChangesState, 'refused' | 'waiting' | 'sending'> | null;
  readonly signIn: SignInState | null;
}

const sessionEnded = (signIn: SignInState | null): boolean =>
  signIn?.kind === 'signed-in' && signIn.notice === 'oauth-invalid-grant';

/**
 * What to say of the step from one to the other. Nothing while the window is in front: it stands there already. Nothing of
 * what was so at the start: nobody missed it.
 */
export function noticeOf(before: NoticeFacts, now: NoticeFacts, inFront: boolean): Notice | null {
  if (inFront) return null;
  if (before.changes !== null && now.changes !== null) {
    const more = now.changes.refused - before.changes.refused;
    // What nothing waited for was refused long ago: the journal of a connection that opens has just been read.
    if (more > 0 && before.changes.waiting + before.changes.sending > 0) return { kind: 'refused', count: more };
  }
  if (!sessionEnded(before.signIn) && sessionEnded(now.signIn) && (now.changes?.waiting ?? 0) > 0) {
    return { kind: 'sign-in-needed' };
  }
  return null;
}

/** What it says: numbers, nobody's name. */
export function noticeWords(notice: Notice, words: DeskWords): { readonly title: string; readonly body: string } {
  return notice.kind === 'refused'
    ? { title: words.refusedTitle.replace('{count}', String(notice.count)), body: words.refusedBody }
    : { title: words.signInNeededTitle, body: words.signInNeededBody };
}
