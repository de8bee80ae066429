import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RequestInput } from '../../contract/desk/channel-map.ts';
import type { ConnectionForm, ConnectionTest, FormProblem } from '../../contract/desk/connections.ts';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { Program } from '../bridge.ts';

/** What stands in the form. */
export interface FilledIn {
  readonly form: ConnectionForm;
  readonly clientSecret: string;
}

/** Which of the pages about connections is shown. */
export type ConnectionsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'details'; readonly connectionId: string }
  /** `connectionId`: null for a new one. `unsaved` outlives the page, which a scan or the menu may leave. */
  | { readonly kind: 'form'; readonly connectionId: string | null; readonly unsaved?: FilledIn | null }
  | { readonly kind: 'desk-link'; readonly connectionId: string }
  | { readonly kind: 'paste' };

type UnsavedForm = Extract<ConnectionsView, { kind: 'form' }> & { readonly unsaved: FilledIn };

/** Whether something is filled in that is not kept. */
export function hasUnsavedConnection(view: ConnectionsView): view is UnsavedForm {
  return view.kind === 'form' && view.unsaved != null;
}

export interface ConnectionPages {
  readonly view: StoreApi<ConnectionsView>;
  /** The test of the page that is shown; null before one began. */
  readonly test: StoreApi<{ readonly test: ConnectionTest | null; readonly problem: DeskError | null }>;
  /** Shows another page; the test of the one before is over. Asks first where something in the form is unsaved. */
  show(view: ConnectionsView): void;
  /** Null: it is as it is kept. */
  fillIn(filledIn: FilledIn | null): void;
  /** Shows the connection that was just saved. */
  saved(connectionId: string): void;
  /** Goes on at once where nothing in the form is unsaved, else once somebody said that it may be discarded. */
  leave(goOn: () => void): void;
  /** The list, whatever was shown: nothing stays of another operator. */
  forget(): void;
  startTest(connectionId: string): Promise<void>;
  /** What was tested is not what stands in the form any more. */
  forgetTest(): void;
  /** Answers with what is wrong with the form, or null once the test runs. */
  startFormTest(input: RequestInput<'connections:test-form'>): Promise<FormProblem[] | null>;
  stopTest(): void;
  start(): () => void;
}

/** The pages about connections: where one is, and the test that runs. */
export function createConnectionPages(program: Program, askToDiscard: (discard: () => void) => void): ConnectionPages {
  const view = createStore<ConnectionsView>(() => ({ kind: 'list' }));
  const test = createStore<{ readonly test: ConnectionTest | null; readonly problem: DeskError | null }>(() => ({
    test: null,
    problem: null,
  }));
  /** Tests up to this one belong to a page that was left. */
  let over = 0;

  const stopTest = (): void => {
    if (test.getState().test?.running === true) void program.ask('connections:stop-test', {});
  };
  const forgetTest = (): void => {
    stopTest();
    over = Math.max(over, test.getState().test?.testId ?? 0);
    test.setState({ test: null, problem: null });
  };
  const go = (next: ConnectionsView): void => {
    forgetTest();
    view.setState(next, true);
  };
  const leave = (goOn: () => void): void => {
    const now = view.getState();
    if (!hasUnsavedConnection(now)) {
      goOn();
      return;
    }
    askToDiscard(() => {
      go({ kind: 'form', connectionId: now.connectionId });
      goOn();
    });
  };
  const begin = (): void => {
    forgetTest();
    test.setState({ test: { testId: over, running: true, rows: [] }, problem: null });
  };

  return {
    view,
    test,
    show: (next) => leave(() => go(next)),
    fillIn(unsaved) {
      const now = view.getState();
      if (now.kind === 'form') view.setState({ ...now, unsaved }, true);
    },
    saved: (connectionId) => go({ kind: 'details', connectionId }),
    leave,
    forget: () => go({ kind: 'list' }),
    async startTest(connectionId) {
      begin();
      const result = await program.ask('connections:test', { connectionId });
      if (!result.ok) test.setState({ test: null, problem: result.error });
    },
    async startFormTest(input) {
      begin();
      const result = await program.ask('connections:test-form', input);
      if (result.ok && result.value.kind === 'testing') return null;
      test.setState({ test: null, problem: result.ok ? null : result.error });
      return result.ok && result.value.kind === 'problems' ? result.value.problems : null;
    },
    stopTest,
    forgetTest,
    start: () =>
      program.listen('connections:test-changed', (next) => {
        if (next.testId > over) test.setState({ test: next, problem: null });
      }),
  };
}

/** Whether something scanned or typed is a desk link; a scanner set to another keyboard types other signs between. */
export function looksLikeDeskLink(text: string): boolean {
  return /^\s*rolecall[^a-z0-9]{1,4}connect[^a-z0-9]/i.test(text);
}
