import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Hit, LookUp } from '../../contract/desk/directory.ts';
import type { Result } from '../../contract/desk/errors.ts';
import type { Search } from './search.ts';

export interface LookUpState {
  /** The text that was asked about; what is said holds for no other. */
  readonly text: string;
  readonly outcome: LookUp['outcome'] | 'asking';
}

const nothingAsked: LookUpState = { text: '', outcome: 'not-an-id' };

/** Nothing was typed for so long, in milliseconds: the service is not asked about half an id. */
const restMs = 400;

/** Ids are short, without blanks, and have a digit. The main process decides; this only spares it the question. */
const mayBeId = (text: string): boolean => text.length >= 3 && /^(?=.*\d)\S+$/u.test(text);

/**
 * Whether the text is more of somebody than digits of their phone or the beginning of their id: the number of a new badge is
 * in many of both. Who is found by what the station does not show may be found by a phone.
 */
function fits({ displayName, details, slip, userId }: Hit, text: string): boolean {
  if (slip) return false;
  const others = details.filter(({ kind }) => kind !== 'phone' && kind !== 'id').map(({ value }) => value);
  const ids = details.filter(({ kind }) => kind === 'id').map(({ value }) => value);
  return (
    userId === text ||
    [displayName, ...others].some(({ marks }) => marks.length > 0) ||
    ids.some(({ text: id, marks: [mark] }) => mark !== undefined && mark[0] === 0 && mark[1] === id.length)
  );
}

/** Asks the service about a typed id that fits nobody here. Whom it knows is in the directory then, and so in the list. */
export function createLookUp(
  search: Search,
  ask: (text: string) => Promise<Result<LookUp>>,
): { readonly store: StoreApi<LookUpState>; start(): () => void } {
  const store = createStore<LookUpState>(() => nothingAsked);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const askAbout = async (text: string): Promise<void> => {
    store.setState({ text, outcome: 'asking' });
    const result = await ask(text);
    if (store.getState().text !== text) return;
    store.setState({ outcome: result.ok ? result.value.outcome : 'unreachable' });
    if (result.ok && result.value.outcome === 'found') search.refresh();
  };

  return {
    store,
    start() {
      const stopListening = search.onAnswer(() => {
        const { text, answer } = search.store.getState();
        if (answer === null || answer.text !== text || store.getState().text === text) return;
        clearTimeout(timer);
        if (!mayBeId(text) || answer.result.hits.some((hit) => fits(hit, text))) return;
        timer = setTimeout(() => {
          if (search.store.getState().text === text) void askAbout(text);
        }, restMs);
      });
      const stopForgetting = search.store.subscribe(({ text }) => {
        if (store.getState().text !== '' && store.getState().text !== text) store.setState(nothingAsked);
      });
      return () => {
        clearTimeout(timer);
        stopListening();
        stopForgetting();
      };
    },
  };
}
