import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PersonRole, PersonView, ScanResult } from '../../contract/desk/directory.ts';
import type { Result } from '../../contract/desk/errors.ts';
import type { AfterAct, Recipe } from '../../contract/desk/stations.ts';
import { decideEnter, type EnterDecision, type EnterSituation, isExact } from '../keyboard/enter.ts';
import { type Acts, recipeKey } from './acts.ts';
import { isGone, type Person } from './person.ts';
import { primaryIsPossible } from './primary.ts';
import { type Search, searchedText } from './search.ts';

export interface DeskState {
  /** Why Enter opened nobody, shown over the list until the text changes. */
  readonly choose: 'several-fit' | 'only-near' | null;
  /** The box holds text typed since the last opening or act. */
  readonly textEdited: boolean;
  /** A role held everywhere that somebody wants to take away; asked about first. */
  readonly confirming: { readonly userId: string; readonly name: string; readonly role: PersonRole } | null;
}

/** What the desk needs to know of the station and the session. */
export interface DeskSurroundings {
  primaryRecipe(): Recipe | null;
  afterAct(): AfterAct;
  mayChangeRoles(): boolean;
}

export interface Desk {
  readonly store: StoreApi<DeskState>;
  start(): () => void;
  /** The search box changed. Closes the open person: nobody acts on somebody they are no longer looking at. */
  typed(value: string): void;
  enter(): void;
  /**
   * A scan, at a time of any steady clock in milliseconds. Closes the open person; one exact hit is opened, and where the
   * station says so, its first step is done at once.
   */
  scan(text: string, at: number): Promise<void>;
  /** The second look at the same text. Its button goes, so the focus goes back to the search box. */
  loosen(): void;
  escape(): void;
  move(step: 1 | -1): void;
  /** Opens a row of the list, from 0; not while the list is still that of a text before. */
  openRowAt(index: number): void;
  openPerson(userId: string): void;
  /** Closes the open person and leaves the list as it is. */
  backToList(): void;
  nextPerson(): void;
  runPrimary(): void;
  /** One of the station's further recipes, for the open person. */
  runRecipe(recipeId: string): void;
  /** `byPointer`: the focus goes back to the search box; who came by keyboard stays where they are. */
  toggleRole(role: PersonRole, byPointer?: boolean): void;
  /** The open person's role with this number key, from 0. */
  toggleRoleAt(index: number): void;
  answerConfirming(takeAway: boolean): void;
  /** Keeps the role for this convention and takes it away at all others. */
  keepOnlyHere(): void;
  undo(actId?: string): void;
  /** Somebody dealt with a refusal. Its button goes, so the focus goes back to the search box. */
  dismiss(wishId: string): void;
  /** `byPointer`: the focus goes back to the search box, so that Enter means what the card says. */
  toggleDetails(byPointer?: boolean): void;
  /** Sign-out or another operator (B82): nothing of the person before stays. */
  reset(): void;
  /** Told when the search box is to have the focus; `select`: its text is to be replaced by what is typed next. */
  onFocusWanted(listener: (select: boolean) => void): () => void;
}

const calm: DeskState = { choose: null, textEdited: false, confirming: null };

/** Scanners with two ways out send every code twice; and who is unsure pulls the trigger again. Milliseconds. */
const sameScanWithin = 2_000;

/** Tells two scans apart without keeping either: a licence is in there (FNV-1a). */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Search, person and acts together: what keys and clicks do, without React or the page. */
export function createDesk(parts: {
  readonly search: Search;
  readonly person: Person;
  readonly acts: Acts;
  readonly surroundings: DeskSurroundings;
  readonly askScan: (text: string) => Promise<Result<ScanResult>>;
}): Desk {
  const { search, person, acts, surroundings } = parts;
  const store = createStore<DeskState>(() => calm);
  let lastScan = { print: 0, at: Number.NEGATIVE_INFINITY };
  const focusListeners = new Set<(select: boolean) => void>();
  const wantFocus = (select: boolean): void => {
    for (const listener of focusListeners) listener(select);
  };

  const mayChangeRolesOf = (view: PersonView): boolean => surroundings.mayChangeRoles() && !isGone(view);

  const situation = (scanned: boolean): EnterSituation => {
    const { text, answer, activeUserId, loose } = search.store.getState();
    const open = person.store.getState();
    const primary = (): 'possible' | 'done' | 'busy' | 'not-loaded' => {
      if (open.kind === 'failed') return 'done';
      if (open.kind !== 'open') return 'not-loaded';
      if (acts.store.getState().busy.has(recipeKey(open.userId, surroundings.primaryRecipe()?.id ?? ''))) return 'busy';
      return primaryIsPossible(open.view, surroundings.primaryRecipe(), mayChangeRolesOf(open.view))
        ? 'possible'
        : 'done';
    };
    return {
      text,
      answer: answer === null ? null : { text: answer.text, hits: answer.result.hits },
      loose,
      activeUserId,
      person: open.kind === 'none' ? null : { userId: open.userId, primary: primary() },
      scanned,
    };
  };

  /** What was not done for somebody is seen while they are open; where it comes later, it stays until it is put aside. */
  const hideSeenFailure = (): void => {
    const open = person.store.getState();
    const { failedFor } = acts.store.getState();
    if (failedFor === null || (open.kind !== 'none' && open.userId === failedFor.userId)) acts.hideFailure();
  };

  const openPerson = (userId: string): Promise<void> => {
    hideSeenFailure();
    search.setActive(userId);
    store.setState({ choose: null, textEdited: false });
    const opened = person.open(userId);
    // What is typed or scanned next replaces the text; scans never append to each other.
    wantFocus(true);
    return opened;
  };

  const nextPerson = (): void => {
    if (person.store.getState().kind === 'none') acts.hideFailure();
    else hideSeenFailure();
    person.close();
    search.setTyped('');
    store.setState(calm);
    wantFocus(false);
  };

  /** Back to the search box; what was typed meanwhile is not taken for what the next letter replaces. */
  const focusAfterAct = (): void => wantFocus(!store.getState().textEdited);

  const afterAct = async (act: Promise<boolean>): Promise<void> => {
    store.setState({ textEdited: false });
    await act;
    focusAfterAct();
  };

  const runPrimary = (): void => {
    const open = person.store.getState();
    const recipe = surroundings.primaryRecipe();
    if (open.kind !== 'open' || recipe === null || !mayChangeRolesOf(open.view)) return;
    void afterFirstStep(open.userId, acts.runRecipe(open.userId, recipe.id));
  };

  /** Ready for the next person, or still with this one, as the station says. What was just done stays in sight below. */
  const afterFirstStep = async (userId: string, act: Promise<boolean>): Promise<void> => {
    store.setState({ textEdited: false });
    const done = await act;
    const open = person.store.getState();
    const untouched = open.kind === 'open' && open.userId === userId && !store.getState().textEdited;
    if (done && untouched && surroundings.afterAct() === 'next') nextPerson();
    else focusAfterAct();
  };

  /** After a scan that means exactly one person, where the station's first step needs no Enter then. */
  const runAtOnce = async (userId: string, opened: Promise<void>): Promise<void> => {
    const { answer, text } = search.store.getState();
    const hits = answer?.result.hits.filter((hit) => isExact(hit, text)) ?? [];
    if (hits.length !== 1 || hits[0]?.userId !== userId) return;
    await opened;
    const open = person.store.getState();
    const recipe = surroundings.primaryRecipe();
    if (open.kind !== 'open' || open.userId !== userId || recipe?.scanRunsIt !== true) return;
    if (primaryIsPossible(open.view, recipe, mayChangeRolesOf(open.view))) runPrimary();
  };

  /** Somebody pressed Enter, so unlike after a scan nothing is done at once. */
  const readAsScan = async (text: string): Promise<void> => {
    if (!(await search.scan(() => parts.askScan(text)))) return;
    const decision = decideEnter(situation(true));
    if (decision.kind === 'nothing') search.loosen();
    else carryOut(decision, false);
    wantFocus(true);
  };

  /** `atOnce`: what the station's first step may do without an Enter is done. */
  const carryOut = (decision: EnterDecision, atOnce: boolean): void => {
    switch (decision.kind) {
      case 'nothing':
        return;
      case 'search-again':
        search.refresh();
        return;
      case 'loosen':
        search.loosen();
        return;
      case 'read-as-scan':
        void readAsScan(search.store.getState().text);
        return;
      case 'open': {
        const opened = openPerson(decision.userId);
        if (atOnce && surroundings.primaryRecipe()?.scanRunsIt === true) void runAtOnce(decision.userId, opened);
        return;
      }
      case 'choose':
        store.setState({ choose: decision.because });
        wantFocus(true);
        return;
      case 'run-primary':
        runPrimary();
        return;
      case 'next-person':
        nextPerson();
        return;
    }
  };

  const toggleRole = (role: PersonRole, byPointer = false): void => {
    const open = person.store.getState();
    if (open.kind !== 'open' || !mayChangeRolesOf(open.view)) return;
    if (role.held && role.roleScope === 'global') {
      store.setState({ confirming: { userId: open.userId, name: open.view.displayName, role } });
      return;
    }
    const act = acts.toggle(open.userId, role);
    if (byPointer) void afterAct(act);
    else store.setState({ textEdited: false });
  };

  return {
    store,
    start() {
      return person.start();
    },
    typed(value) {
      const changed = searchedText(value) !== search.store.getState().text;
      if (changed) {
        hideSeenFailure();
        person.close();
      }
      store.setState({ textEdited: true, ...(changed ? { choose: null } : {}) });
      search.setTyped(value);
    },
    enter() {
      carryOut(decideEnter(situation(false)), false);
    },
    async scan(text, at) {
      const print = fingerprint(text);
      const again = print === lastScan.print && at - lastScan.at < sameScanWithin;
      lastScan = { print, at };
      if (again) return;
      hideSeenFailure();
      person.close();
      store.setState(calm);
      wantFocus(false);
      let isGuess = false;
      const ask = async (): Promise<Result<ScanResult>> => {
        const result = await parts.askScan(text);
        isGuess = result.ok && result.value.isGuess === true;
        return result;
      };
      if (!(await search.scan(ask))) return;
      carryOut(decideEnter(situation(true)), !isGuess);
      wantFocus(true);
    },
    loosen() {
      search.loosen();
      wantFocus(false);
    },
    escape() {
      const open = person.store.getState();
      if (open.kind === 'open' && open.reveal.kind !== 'hidden') {
        person.hide();
        return;
      }
      nextPerson();
    },
    move(step) {
      search.move(step);
    },
    openRowAt(index) {
      const { text, answer } = search.store.getState();
      // The list is about to change: the number may stand at somebody else by then.
      if (answer === null || answer.text !== text) return;
      const hit = answer.result.hits[index];
      if (hit !== undefined) void openPerson(hit.userId);
    },
    openPerson: (userId) => void openPerson(userId),
    backToList: () => person.close(),
    nextPerson,
    runPrimary,
    runRecipe(recipeId) {
      const open = person.store.getState();
      if (open.kind !== 'open' || !mayChangeRolesOf(open.view)) return;
      void afterAct(acts.runRecipe(open.userId, recipeId));
    },
    toggleRole,
    toggleRoleAt(index) {
      const open = person.store.getState();
      const role = open.kind === 'open' ? open.view.roles[index] : undefined;
      if (role !== undefined) toggleRole(role);
    },
    answerConfirming(takeAway) {
      const { confirming } = store.getState();
      store.setState({ confirming: null });
      if (takeAway && confirming !== null) void afterAct(acts.toggle(confirming.userId, confirming.role));
      else wantFocus(true);
    },
    keepOnlyHere() {
      const { confirming } = store.getState();
      store.setState({ confirming: null });
      if (confirming !== null) void afterAct(acts.onlyHere(confirming.userId, confirming.role));
    },
    undo(actId) {
      void afterAct(acts.undo(actId));
    },
    dismiss(wishId) {
      void afterAct(acts.dismiss(wishId));
    },
    toggleDetails(byPointer = false) {
      const open = person.store.getState();
      if (open.kind !== 'open') return;
      if (open.reveal.kind === 'hidden' || open.reveal.kind === 'failed') void person.reveal();
      else person.hide();
      if (byPointer) wantFocus(true);
    },
    reset() {
      person.close();
      search.setTyped('');
      acts.forgetNames();
      store.setState(calm);
    },
    onFocusWanted(listener) {
      focusListeners.add(listener);
      return () => focusListeners.delete(listener);
    },
  };
}
