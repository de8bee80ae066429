/** The rush board in full screen, on a display of its own where there is one. */
export interface RushDisplay {
  /** `own`: on another display than the desk; `shared`: over the desk, which has the only one. */
  read(): 'closed' | 'own' | 'shared';
  show(): void;
  hide(): void;
  /** Told when it was opened or closed, by whatever way. Answers with the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}
