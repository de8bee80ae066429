/** What can be put away: wishes another one replaced, and files nobody needs. Pure. */
import type { ClosedFile } from './journal.ts';
import { type JournalRecord, journalVersion } from './journal-record.ts';
import type { Wish, WishBook } from './wish-book.ts';
import { isOpen, type Progress } from './wishes.ts';

/**
 * Of the wishes for one person and role, the waiting ones that a later open one replaces. One that is being sent stays: its
 * answer is on the way, and the later one follows it. A later confirmed one replaces a waiting one too: the line that said how
 * that ended was lost, and it must not be sent against what was asked for since.
 */
export function supersededBy(pair: readonly Wish[]): { readonly older: Wish; readonly by: Wish }[] {
  const last = pair.findLast(({ progress }) => isOpen(progress) || progress.kind === 'confirmed');
  if (last === undefined) return [];
  return pair
    .slice(0, pair.indexOf(last))
    .flatMap((wish) => (wish.progress.kind === 'waiting' ? [{ older: wish, by: last }] : []));
}

/** The oldest files that are older than the journal has to reach back, or too much for it. */
export function findExpired(
  files: readonly ClosedFile[],
  limits: { readonly olderThan: number; readonly mostBytes: number },
): readonly ClosedFile[] {
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const expired: ClosedFile[] = [];
  for (const file of files) {
    if (file.newestAt >= limits.olderThan && bytes <= limits.mostBytes) break;
    bytes -= file.bytes;
    expired.push(file);
  }
  return expired;
}

/** What counts instead of a wish in the end: the last of those that took its place. Undefined where that is gone. */
function endOf(wish: Wish, book: WishBook): Wish | undefined {
  let end: Wish | undefined = wish;
  while (end?.progress.kind === 'superseded') end = book.wish(end.progress.by);
  return end;
}

/** How a wish is taken along when the file of its act is given up. Null: nobody needs it any more. */
function toCarry(wish: Wish, book: WishBook, leaving: ReadonlySet<string>): Progress | null {
  const { act, progress } = wish;
  if (progress.kind === 'refused') return progress.dismissed ? null : progress;
  const end = endOf(wish, book);
  if (end === undefined) return null;
  if (isOpen(end.progress)) {
    // What was sent before may be known from the given-up file only; that nothing was, from sendings that are noted. Whatever
    // took the place of a wish took over its doubt, and does so again: it waits until the record behind it says who that was.
    return { kind: 'waiting', certain: act.notesSending === true && end.progress.certain };
  }
  const isLookedBackAt = end !== wish && end.progress.kind === 'confirmed' && !leaving.has(end.act.actId);
  return isLookedBackAt ? progress : null;
}

/**
 * What is written down again before a file with these acts is given up: the wishes somebody has to deal with, and those that
 * come back, or forbid an undo, as long as what took their place can be taken off or taken back. The number of an act keeps its
 * place among the others. Each is read off the book when it is asked for: what becomes of it meanwhile is noted behind it.
 * `maybeSentAt`: the time now, where it is noted that a wish may have been sent, and not what became of that; null otherwise.
 */
export function* recordsToCarry(
  leaving: ReadonlySet<string>,
  book: WishBook,
  maybeSentAt: (wish: Wish) => number | null,
): Iterable<JournalRecord> {
  const carried: Wish[] = [];
  for (const actId of leaving) {
    const entry = book.act(actId);
    const wishes = (entry?.wishes ?? []).flatMap((wish) => {
      const progress = toCarry(wish, book, leaving);
      if (progress === null) return [];
      carried.push(wish);
      return [{ facts: wish.facts, progress }];
    });
    if (entry !== undefined && wishes.length > 0) yield { v: journalVersion, kind: 'carried', act: entry.act, wishes };
  }
  // What said so may have stood in that file. Behind both of them: whatever took a wish's place takes over its doubt.
  for (const wish of carried) {
    const { facts, progress } = wish;
    const { wishId } = facts;
    if (progress.kind === 'superseded') {
      const { at, by } = progress;
      yield { v: journalVersion, kind: 'superseded', wishId, at, by };
    }
    const sentAt = maybeSentAt(wish);
    if (sentAt !== null) yield { v: journalVersion, kind: 'sending', wishId, at: sentAt };
  }
}
