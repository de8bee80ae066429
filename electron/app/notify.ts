import { Notification } from 'electron';
import type { EventPayload, Publish } from '../../contract/desk/channel-map.ts';
import type { EventName } from '../../contract/desk/channel-names.ts';
import type { DeskWords } from '../words/desk-words.ts';
import { type NoticeFacts, noticeOf, noticeWords } from './notices.ts';

/** Follows what the page is told, and tells the system of what needs somebody while nobody looks. It names nobody. */
export function createNotifier(given: {
  readonly inFront: () => boolean;
  readonly words: () => DeskWords;
  readonly show: () => void;
}): Publish {
  let facts: NoticeFacts = { changes: null, signIn: null };
  // Kept while it is shown: collected, it would not be clicked any more.
  let shown: Notification | null = null;

  const become = (next: NoticeFacts): void => {
    const notice = noticeOf(facts, next, given.inFront());
    facts = next;
    if (notice === null || !Notification.isSupported()) return;
    shown?.close();
    shown = new Notification(noticeWords(notice, given.words()));
    shown.on('click', given.show);
    shown.show();
  };

  return <Name extends EventName>(name: Name, payload: EventPayload<Name>) => {
    if (name === 'role-changes:changed') become({ ...facts, changes: payload as NoticeFacts['changes'] });
    if (name === 'sign-in:changed') become({ ...facts, signIn: payload as NoticeFacts['signIn'] });
  };
}
