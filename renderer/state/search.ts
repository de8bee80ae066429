import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScanResult, SearchResult } from '../../contract/desk/directory.ts';
import type { DeskError, Result } from '../../contract/desk/errors.ts';
import { keeping } from './keeping.ts';

/** Longest text sent to the directory, as its channel allows. */
const longestText = 500;

/** An answer together with the text it answers, so that nobody acts on an answer to another text. */
export interface Answer {
  readonly text: string;
  readonly result: SearchResult;
}

export interface SearchState {
  /** What the box shows. */
  readonly typed: string;
  /** What is looked for: `typed` without blanks around it and control characters. Empty means nothing is listed. */
  readonly text: string;
  /** The latest answer; of an earlier text only where asking failed. */
  readonly answer: Answer | null;
  readonly problem: DeskError | null;
  /** The row the arrow keys are on. */
  readonly activeUserId: string | null;
  /** The second look at this text, which forgives more; another text begins with a first look again. */
  readonly loose: boolean;
}

export interface Search {
  readonly store: StoreApi<SearchState>;
  setTyped(typed: string): void;
  /** The box is about to hold this text: its people are looked for while the browser is still busy with the key. */
  expect(typed: string): void;
  /**
   * Shows what a scan found; the box then says what was looked for, never what was scanned. False where another text came
   * meanwhile.
   */
  scan(ask: () => Promise<Result<ScanResult>>): Promise<boolean>;
  /** Looks for the same text once more and forgives more. */
  loosen(): void;
  /** Asks again for the same text, keeping the row: a role or the directory changed under the list. */
  refresh(): void;
  /** Moves the row; stays within the list. */
  move(step: 1 | -1): void;
  setActive(userId: string): void;
  /** Ends what waits for a rest in the typing. */
  dispose(): void;
  /** Told after each answer that belongs to the current text. Answers with the function that unsubscribes. */
  onAnswer(listener: () => void): () => void;
}

/**
 * Text as it is looked for. Scanners put control characters around a code (field reports, scanners: wallet codes that
 * begin with U+0000, CR LF at the end).
 */
export function searchedText(typed: string): string {
  return typed
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestText);
}

/** Of an answer like the last one only the rows that changed are drawn again; of the same one, nothing. */
function keepingRows(before: Answer | null, text: string, result: SearchResult): Answer {
  if (before === null) return { text, result };
  const known = new Map(before.result.hits.map((hit) => [hit.userId, hit]));
  const hits = result.hits.map((hit) => keeping(known.get(hit.userId), hit));
  const { hits: old, ...facts } = before.result;
  const sameRows = hits.length === old.length && hits.every((hit, index) => hit === old[index]);
  const { hits: _hits, ...newFacts } = result;
  const unchanged = sameRows && text === before.text && keeping(facts, newFacts) === facts;
  return unchanged ? before : { text, result: { ...result, hits: sameRows ? old : hits } };
}

/** Most rows of a list. */
export const mostRows = 50;
/** Milliseconds without another letter after which the rows out of sight are asked for: longer than between two letters. */
const restMs = 400;

const empty: SearchState = { typed: '', text: '', answer: null, problem: null, activeUserId: null, loose: false };

/**
 * Search. The answer to a letter is there before the letter is drawn: both come in one frame, and an answer never meets
 * another text than its own (B78). Only a scan is waited for; what is typed meanwhile wins.
 */
export function createSearch(
  ask: (query: string, loose: boolean, limit: number) => Result<SearchResult>,
  surroundings: {
    /** Has the answer made that is asked for next. */
    readonly askAhead: (query: string, loose: boolean, limit: number) => void;
    /** Whether an empty box lists somebody too, which is a setting. */
    readonly listsWithoutText: () => boolean;
    /** Rows asked for with each letter. Making and drawing the others would cost it several times as much, for nobody. */
    readonly rowsInSight: () => number;
  },
): Search {
  const { askAhead, listsWithoutText, rowsInSight } = surroundings;
  const store = createStore<SearchState>(() => empty);
  const listeners = new Set<() => void>();
  /** What is typed or scanned; a scan that finds another number here comes too late. */
  let turn = 0;
  /** A scan is looked up, or could not be, which is said until something else is looked for. */
  let scanning = false;
  let limit = rowsInSight();
  let moreLater: ReturnType<typeof setTimeout> | undefined;

  /** Asks, and shows with the answer what else has changed by then. */
  const run = (change: Partial<SearchState> = {}): void => {
    const before = store.getState();
    const { text, loose, answer, activeUserId } = { ...before, ...change };
    const result = ask(text, loose, limit);
    if (result.ok) {
      const { hits } = result.value;
      const sameList = answer?.text === text && hits.some((hit) => hit.userId === activeUserId);
      // Nobody was looked for yet, so nobody is meant either.
      const first = text === '' ? null : (hits[0]?.userId ?? null);
      const next = {
        ...change,
        answer: keepingRows(answer, text, result.value),
        problem: null,
        activeUserId: sameList ? activeUserId : first,
      };
      const differs = Object.entries(next).some(([key, value]) => before[key as keyof SearchState] !== value);
      if (differs) store.setState(next);
    } else {
      store.setState({ ...change, problem: result.error });
    }
    for (const listener of listeners) listener();
    askForMoreLater();
  };

  /** The rows out of sight come once the typing rests. */
  const askForMoreLater = (): void => {
    clearTimeout(moreLater);
    const { answer } = store.getState();
    if (limit === mostRows || answer === null || answer.result.total <= answer.result.hits.length) return;
    moreLater = setTimeout(() => {
      limit = mostRows;
      run();
    }, restMs);
  };
  const beginAnew = (): void => {
    clearTimeout(moreLater);
    limit = rowsInSight();
    turn += 1;
    scanning = false;
  };

  return {
    store,
    dispose: () => clearTimeout(moreLater),
    setTyped(typed) {
      const text = searchedText(typed);
      if (text !== '' && text === store.getState().text) {
        store.setState({ typed });
        return;
      }
      beginAnew();
      if (text === '') {
        store.setState({ ...empty, typed });
        if (listsWithoutText()) run();
        return;
      }
      run({ typed, text, activeUserId: null, loose: false });
    },
    expect(typed) {
      const text = searchedText(typed);
      if (text !== '' && text !== store.getState().text) askAhead(text, false, rowsInSight());
    },
    async scan(askScan) {
      beginAnew();
      const mine = turn;
      scanning = true;
      store.setState(empty);
      const result = await askScan();
      if (mine !== turn) return false;
      if (!result.ok) {
        store.setState({ problem: result.error });
        return false;
      }
      scanning = false;
      const typed = result.value.searchedFor;
      const text = searchedText(typed);
      const answer = text === '' ? null : { text, result: result.value };
      // A scan's list comes whole, and stays so when it is refreshed.
      limit = mostRows;
      store.setState({ typed, text, answer, activeUserId: result.value.hits[0]?.userId ?? null });
      return true;
    },
    loosen() {
      if (store.getState().text === '') return;
      run({ loose: true, activeUserId: null });
    },
    refresh() {
      // What a scan finds is as fresh; an empty box's list would take the place of why it found nothing.
      if (scanning) return;
      if (store.getState().text === '' && !listsWithoutText()) {
        store.setState({ answer: null });
        return;
      }
      run();
    },
    move(step) {
      const { answer, text, activeUserId } = store.getState();
      if (answer === null || answer.text !== text) return;
      const { hits } = answer.result;
      const at = hits.findIndex((hit) => hit.userId === activeUserId);
      const next = at === -1 ? 0 : Math.min(hits.length - 1, Math.max(0, at + step));
      store.setState({ activeUserId: hits[next]?.userId ?? null });
    },
    setActive(userId) {
      store.setState({ activeUserId: userId });
    },
    onAnswer(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
