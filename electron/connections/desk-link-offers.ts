import type { ConnectionFile, Incoming } from '../../contract/desk/connections.ts';
import type { HandedStations } from '../../contract/desk/handed-stations.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { checkAddresses } from './connection.ts';
import { type DeskCode, openDeskCode, readDeskCode } from './desk-code.ts';
import { findDeskCode } from './desk-link.ts';

type From = Extract<Incoming, { kind: 'sealed' }>['from'];

type Offer =
  | { readonly kind: 'sealed'; readonly code: DeskCode; readonly from: From; readonly opening: boolean }
  | { readonly kind: 'opened'; readonly file: ConnectionFile };

/** So many passphrases may be wrong before the next one has to wait. */
const freeTries = 3;
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

/** How long the next try has to wait after so many wrong ones, in milliseconds. */
export function waitAfterWrong(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

/** The one it starts with first. */
function stationNames({ stations, currentId }: HandedStations['book']): string[] {
  const first = stations.find(({ id }) => id === currentId) ?? stations[0];
  return [...(first === undefined ? [] : [first]), ...stations.filter((each) => each !== first)].map(
    ({ name }) => name,
  );
}

/**
 * The one desk link that is on its way in: sealed, opened by its passphrase, then taken or not. A link from outside, from
 * a web page say, costs nothing before somebody gives a passphrase, never takes the place of one that somebody is looking
 * at, and is forgotten with a no.
 */
export class DeskLinkOffers {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #replaces: (file: ConnectionFile) => string | null;
  readonly #changed: () => void;
  readonly #open: typeof openDeskCode;
  #offer: Offer | null = null;
  /** Stays over a no: otherwise the same link offered anew would begin with free tries. */
  #wrong = 0;
  #nextTryAt: number | null = null;

  constructor(given: {
    readonly clock: Clock;
    readonly log: Log;
    /** Name of the connection this one would replace. */
    readonly replaces: (file: ConnectionFile) => string | null;
    readonly changed: () => void;
    readonly open?: typeof openDeskCode;
  }) {
    this.#clock = given.clock;
    this.#log = given.log;
    this.#replaces = given.replaces;
    this.#changed = given.changed;
    this.#open = given.open ?? openDeskCode;
  }

  state(): Incoming | undefined {
    const offer = this.#offer;
    if (offer === null) return undefined;
    if (offer.kind === 'sealed') {
      return {
        kind: 'sealed',
        from: offer.from,
        wrong: this.#wrong,
        nextTryAt: this.#nextTryAt,
        opening: offer.opening,
      };
    }
    const { name, baseUrl, stations } = offer.file;
    const replaces = this.#replaces(offer.file);
    return {
      kind: 'opened',
      name,
      host: new URL(baseUrl).host,
      replaces,
      ...(stations === undefined ? {} : { stations: stationNames(stations.book) }),
    };
  }

  /**
   * A desk link, however it came. Throws `desk-link-not-understood`. True: the screen has something to ask; false: a link
   * from outside was left out since another one is being looked at.
   */
  offer(text: string, from: From): boolean {
    if (from === 'link' && this.#offer !== null) {
      this.#log.info('desk-link-left-out');
      return false;
    }
    const found = findDeskCode(text);
    const code = readDeskCode(found ?? '');
    this.#offer = { kind: 'sealed', code, from, opening: false };
    this.#log.info('desk-link-offered', { from });
    this.#changed();
    return true;
  }

  /**
   * Tries a passphrase. Throws `desk-link-wrong-passphrase`, `desk-link-wait` while it is too early, or what is wrong with
   * the connection inside: such a one is forgotten.
   */
  async unseal(passphrase: string): Promise<void> {
    const offer = this.#offer;
    if (offer?.kind !== 'sealed' || offer.opening) throw new RolecallError('bad-input', 'No desk link waits for one.');
    if (this.#nextTryAt !== null && this.#clock.now() < this.#nextTryAt) {
      throw new RolecallError('desk-link-wait', 'Too many passphrases were wrong; the next one has to wait.');
    }
    const opening: Offer = { ...offer, opening: true };
    this.#become(opening);
    try {
      const file = await this.#open(offer.code, passphrase);
      checkAddresses(file);
      this.#wrong = 0;
      this.#nextTryAt = null;
      if (this.#offer === opening) this.#become({ kind: 'opened', file });
    } catch (error) {
      const wrong = error instanceof RolecallError && error.code === 'desk-link-wrong-passphrase';
      if (wrong) {
        this.#wrong += 1;
        const waitMs = waitAfterWrong(this.#wrong);
        this.#nextTryAt = waitMs === 0 ? null : this.#clock.now() + waitMs;
      }
      this.#log.info('desk-link-not-opened', { code: error instanceof RolecallError ? error.code : 'bug' });
      if (this.#offer === opening) this.#become(wrong ? { ...offer, opening: false } : null);
      throw error;
    }
  }

  /** What was opened and shown, after a yes. It stays until `decline`, should keeping it fail. Throws `bad-input`. */
  opened(): ConnectionFile {
    if (this.#offer?.kind !== 'opened') throw new RolecallError('bad-input', 'No desk link was opened.');
    return this.#offer.file;
  }

  decline(): void {
    if (this.#offer !== null) this.#become(null);
  }

  #become(offer: Offer | null): void {
    this.#offer = offer;
    this.#changed();
  }
}
