import type { UpdateFailure } from './step-update.ts';

/** Where new versions come from. Each function throws UpdateProblem, and nothing else that is expected. */
export interface UpdateSource {
  /** The version on offer, whatever it is; null where none is. An aborted signal ends what is still asked. */
  check(signal: AbortSignal): Promise<string | null>;
  /** Fetches it and proves that it is what the feed promised. Percent, from 0 to 100. */
  download(progress: (percent: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Installs what was fetched, ends the program and starts the new version. The program goes on where this throws. `refused`
   * is called where the system says no only later, as macOS does of a signature.
   */
  install(refused: (problem: UpdateProblem) => void): Promise<void>;
}

export class UpdateProblem extends Error {
  override readonly name = 'UpdateProblem';
  readonly reason: UpdateFailure;

  constructor(reason: UpdateFailure, cause: unknown) {
    super(`The update is ${reason}.`, { cause });
    this.reason = reason;
  }
}
