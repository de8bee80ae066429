/** Whether somebody has just shown that they know the operator's PIN. */
export interface Unlock {
  /**
   * When the PIN was last given, or chosen, during this sign-in; milliseconds since the epoch. Null where it was not, or
   * where no PIN is set. The page gives it with `sign-in:unlock`, whether the desk is locked or not.
   */
  unlockedSince(): number | null;
}
