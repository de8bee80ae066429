import type { Log } from '../ports/log.ts';

export type LinkSource = 'arguments' | 'second-instance' | 'open-url';

/** More than this many unread links can only be a prank of a web page; the oldest go. */
const mostHeld = 8;

/**
 * Links from outside wait here until the sign-in is ready for them, then each is delivered once (checklist B42, field
 * reports C08 and C09: links that came before there was a window were lost).
 */
export class LaunchLinkInbox {
  #held: string[] = [];
  #receiver: ((link: string) => void) | null = null;
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  put(link: string, source: LinkSource): void {
    this.#log.info('launch-link-arrived', { source, held: this.#receiver === null });
    if (this.#receiver !== null) {
      this.#receiver(link);
      return;
    }
    this.#held.push(link);
    if (this.#held.length > mostHeld) this.#held.shift();
  }

  /** From now on links go to `receiver`; those that waited go first. Answers with the function that closes it again. */
  open(receiver: (link: string) => void): () => void {
    this.#receiver = receiver;
    const waiting = this.#held;
    this.#held = [];
    for (const link of waiting) receiver(link);
    return () => {
      if (this.#receiver === receiver) this.#receiver = null;
    };
  }
}
