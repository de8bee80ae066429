import type { LinksOpenWith } from '../../contract/desk/sign-in.ts';

/** Who opens our links on this system (checklist B45). */
export interface Links {
  /** Never rejects; what can't be found out counts as `nothing`. */
  look(): Promise<LinksOpenWith>;
  /** Asks the system to open them with this program, and looks again. Never rejects. */
  takeOver(): Promise<LinksOpenWith>;
}
