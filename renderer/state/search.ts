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
  /** The latest answer; may belong to an earlier text while the next one is under way. */
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
  /**
   * Shows what a scan found; the box then says what was looked for, never what was scanned. False where another text came
   * meanwhile.
   */
  scan(ask: (requestId: number) => Promise<Result<ScanResult>>): Promise<boolean>;
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
  const { hits: old, requestId, ...facts } = before.result;
  const sameRows = hits.length === old.length && hits.every((hit, index) => hit === old[index]);
  const { hits: _hits, requestId: _requestId, ...newFacts } = result;
  const unchanged = sameRows && text === before.text && keeping(facts, newFacts) === facts;
  return unchanged ? before : { text, result: { ...result, hits: sameRows ? old : hits } };
}

/**
 * Rows asked for with each letter: a little more than a screen shows. Making, sending and drawing the others would cost
 * each letter several times as much, for rows nobody sees before typing on.
 */
const rowsAtFirst = 12;
/** Most rows of a list. */
export const mostRows = 50;
/** Milliseconds without another letter after which the others are asked for. */
const restMs = 120;

const empty: SearchState = { typed: '', text: '', answer: null, problem: null, activeUserId: null, loose: false };

/**
 * Search with the latest winning (B78): every keystroke asks under a number of its own, and an answer counts only while
 * its number is the highest. `listsWithoutText`: whether an empty box lists somebody too, which is a setting.
 */
export function createSearch(
  ask: (requestId: number, query: string, loose: boolean, limit: number) => Promise<Result<SearchResult>>,
  listsWithoutText: () => boolean = () => false,
): Search {
  const store = createStore<SearchState>(() => empty);
  const listeners = new Set<() => void>();
  let latest = 0;
  let pending = false;
  let refreshAfterwards = false;
  let limit = rowsAtFirst;
  let moreLater: ReturnType<typeof setTimeout> | undefined;

  const run = async (): Promise<void> => {
    latest += 1;
    const requestId = latest;
    const { text, loose } = store.getState();
    pending = true;
    refreshAfterwards = false;
    const result = await ask(requestId, text, loose, limit);
    if (requestId !== latest) return;
    pending = false;
    if (!result.ok) {
      store.setState({ problem: result.error });
    } else if (result.value.requestId === requestId) {
      const { answer, problem, activeUserId } = store.getState();
      const { hits } = result.value;
      const sameList = answer?.text === text && hits.some((hit) => hit.userId === activeUserId);
      const next = {
        answer: keepingRows(answer, text, result.value),
        problem: null,
        // Nobody was looked for yet, so nobody is meant either.
        activeUserId: sameList ? activeUserId : text === '' ? null : (hits[0]?.userId ?? null),
      };
      if (next.answer !== answer || problem !== null || next.activeUserId !== activeUserId) store.setState(next);
    }
    for (const listener of listeners) listener();
    if (refreshAfterwards) void run();
    else askForMoreLater();
  };

  /** The rows out of sight come once the typing rests. */
  const askForMoreLater = (): void => {
    clearTimeout(moreLater);
    const { answer } = store.getState();
    if (limit === mostRows || answer === null || answer.result.total <= answer.result.hits.length) return;
    moreLater = setTimeout(() => {
      limit = mostRows;
      void run();
    }, restMs);
  };
  const beginAnew = (): void => {
    clearTimeout(moreLater);
    limit = rowsAtFirst;
  };

  return {
    store,
    dispose: () => clearTimeout(moreLater),
    setTyped(typed) {
      const text = searchedText(typed);
      if (text !== store.getState().text) beginAnew();
      if (text === '') {
        latest += 1;
        pending = false;
        store.setState({ ...empty, typed });
        if (listsWithoutText()) void run();
        return;
      }
      if (text === store.getState().text) {
        store.setState({ typed });
        return;
      }
      store.setState({ typed, text, activeUserId: null, loose: false });
      void run();
    },
    async scan(askScan) {
      beginAnew();
      latest += 1;
      const requestId = latest;
      pending = true;
      refreshAfterwards = false;
      store.setState(empty);
      const result = await askScan(requestId);
      if (requestId !== latest) return false;
      pending = false;
      if (!result.ok) {
        store.setState({ problem: result.error });
        return false;
      }
      const typed = result.value.searchedFor;
      const text = searchedText(typed);
      const answer = text === '' ? null : { text, result: result.value };
      store.setState({ typed, text, answer, activeUserId: result.value.hits[0]?.userId ?? null });
      return true;
    },
    loosen() {
      if (store.getState().text === '') return;
      store.setState({ loose: true, activeUserId: null });
      void run();
    },
    refresh() {
      if (store.getState().text === '' && !listsWithoutText()) {
        store.setState({ answer: null });
        return;
      }
      if (pending) refreshAfterwards = true;
      else void run();
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
