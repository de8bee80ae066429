/** What Enter does, as a function of what is on the screen. */
import type { Hit } from '../../contract/desk/directory.ts';

export interface EnterSituation {
  /** The text looked for now. */
  readonly text: string;
  /** The answer on the screen; of another text only where asking for this one failed. */
  readonly answer: { readonly text: string; readonly hits: readonly Hit[] } | null;
  /** The answer is that of the second look. */
  readonly loose: boolean;
  readonly activeUserId: string | null;
  /** The person on the card. Typing closes the card, so one that is there was opened from this very text. */
  readonly person: {
    readonly userId: string;
    /** `possible`: the primary recipe can be run · `done`: it holds, or there is none · `busy`: just being run. */
    readonly primary: 'possible' | 'done' | 'busy' | 'not-loaded';
  } | null;
  /** It is the end of a scan, and nobody has seen this list yet. */
  readonly scanned: boolean;
}

export type EnterDecision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'search-again' }
  /** Nobody was found: the second look, which forgives more. */
  | { readonly kind: 'loosen' }
  /** Nobody was found by a link or the like, pasted or from a scanner as slow as a hand: read as a scan is. */
  | { readonly kind: 'read-as-scan' }
  | { readonly kind: 'open'; readonly userId: string }
  /** Nobody is opened, and the list says why. */
  | { readonly kind: 'choose'; readonly because: 'several-fit' | 'only-near' }
  | { readonly kind: 'run-primary'; readonly userId: string }
  | { readonly kind: 'next-person' };

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** Whether this hit is the very one the text names: its id, or one of its fields as a whole. */
export function isExact(hit: Hit, text: string): boolean {
  if (hit.userId === text) return true;
  if (hit.slip) return false;
  const wanted = folded(text);
  return (
    wanted !== '' &&
    [hit.displayName, ...hit.details.filter(isWhole).map((detail) => detail.value)].some(
      (value) => folded(value.text) === wanted,
    )
  );
}

/** What is left of a masked e-mail address or phone is a part of it only. */
function isWhole({ kind, value }: Hit['details'][number]): boolean {
  return (kind !== 'email' && kind !== 'phone') || !value.text.includes('•');
}

/** Names may be cut; a part of somebody's id, username or phone is another code, perhaps of somebody who is not here yet. */
function isCode(text: string): boolean {
  return /^(?=.*\d)\S+$/u.test(text);
}

/** `https://con.example/badge/10001`, `mailto:anna@example.com`: no name is written like that. */
function isLink(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/iu.test(text) || /^[^\s/]+\/\S+$/u.test(text);
}

function whomToOpen(situation: EnterSituation, hits: readonly Hit[]): EnterDecision {
  const exact = hits.filter((hit) => isExact(hit, situation.text));
  const [only, another] = exact;
  if (situation.scanned) {
    // Only what cannot be meant otherwise is opened.
    if (only !== undefined && another === undefined) return { kind: 'open', userId: only.userId };
    const near = hits.filter((hit) => !hit.slip);
    const [first, second] = near;
    if (first === undefined) return hits.length === 0 ? { kind: 'nothing' } : { kind: 'choose', because: 'only-near' };
    if (only === undefined && isCode(situation.text)) return { kind: 'choose', because: 'only-near' };
    if (second !== undefined) return { kind: 'choose', because: 'several-fit' };
    return { kind: 'open', userId: first.userId };
  }
  const active = hits.find((hit) => hit.userId === situation.activeUserId) ?? hits[0];
  if (active === undefined && !situation.loose) {
    return isLink(situation.text) ? { kind: 'read-as-scan' } : { kind: 'loosen' };
  }
  return active === undefined ? { kind: 'nothing' } : { kind: 'open', userId: active.userId };
}

/**
 * Enter opens, and only on the card of a person that is already open does it act (R17: the act is never in the list).
 * It never goes by an answer to another text: a scan typed over an open person finds the scanned one or nobody.
 */
export function decideEnter(situation: EnterSituation): EnterDecision {
  const { answer, text, person, activeUserId } = situation;
  if (person !== null && !situation.scanned && (activeUserId === null || activeUserId === person.userId)) {
    if (person.primary === 'possible') return { kind: 'run-primary', userId: person.userId };
    if (person.primary === 'done') return { kind: 'next-person' };
    return { kind: 'nothing' };
  }
  // An empty box may list whom this desk opened last; one of them is meant only once the arrows are on them.
  if (text === '') return activeUserId === null ? { kind: 'nothing' } : { kind: 'open', userId: activeUserId };
  if (answer === null || answer.text !== text) return { kind: 'search-again' };
  return whomToOpen(situation, answer.hits);
}
