/** What can be put away: wishes another one replaced, and files nobody needs. Pure. */
import type { ClosedFile } from './journal.ts';
import type { ActEntry, Wish } from './wish-book.ts';
import { isOpen, type Progress, type WishFacts } from './wishes.ts';

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

/** The wishes of an act that somebody still has to deal with. Its number keeps their place among the others. */
export function wishesToCarry(entry: ActEntry): { readonly facts: WishFacts; readonly progress: Progress }[] {
  const carried: { readonly facts: WishFacts; readonly progress: Progress }[] = [];
  for (const { facts, progress } of entry.wishes) {
    if (isOpen(progress)) {
      // What was sent before may be known from the given-up file only; that nothing was, from sendings that are noted.
      const certain = entry.act.notesSending === true && progress.kind === 'waiting' && progress.certain;
      carried.push({ facts, progress: { kind: 'waiting', certain } });
    } else if (progress.kind === 'refused' && !progress.dismissed) carried.push({ facts, progress });
  }
  return carried;
}
