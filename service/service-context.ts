/** What every part of the service is built from. */
import type { BearerCache } from './authorization/bearer-cache.ts';
import type { Database } from './database/schema.ts';

export interface ServiceSettings {
  /** Name of the event, shown on the pages. */
  readonly eventName: string;
  readonly accessTokenSeconds: number;
  /** Seconds in which a used refresh token may be used once more; 0 for never. */
  readonly refreshGraceSeconds: number;
  /** Requests per second for each valid token, else for each address; undefined for no limit. */
  readonly rateLimit: number | undefined;
  /** The address others reach the service under, without a slash at the end; undefined: wherever it listens. */
  readonly baseUrl: string | undefined;
  /** Whether cookies are for TLS only. */
  readonly secureCookies: boolean;
  /** Made-up operators the sign-in page offers to pick; empty outside practice. */
  readonly practiceOperators: readonly PracticeOperator[];
}

export interface PracticeOperator {
  readonly userId: string;
  readonly name: string;
  readonly label: string;
}

export interface ServiceContext {
  readonly database: Database;
  /** Whom tokens stand for; undefined where other instances share the database. */
  readonly bearers: BearerCache | undefined;
  readonly settings: ServiceSettings;
  /** Signs cursors and forms; shared by all instances on one database. */
  readonly signingKey: Buffer;
}
