import type { DeskError, ErrorCode } from '../contract/desk/errors.ts';

/** Codes whose act may succeed later without anybody changing anything. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network-unreachable',
  'network-timeout',
  'network-captive-portal',
  'network-rate-limited',
  'network-service-broken',
  'storage-full',
  'storage-unwritable',
]);

export interface RolecallErrorOptions {
  readonly cause?: unknown;
  /** Overrides what the code says by itself. */
  readonly retryable?: boolean;
  /** Milliseconds the service asked to wait (Retry-After). */
  readonly retryAfterMs?: number;
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** The hash under which the service's log holds a 500. */
  readonly traceHash?: string;
}

/**
 * The one error of the main process. `message` is one plain sentence for logs and supporters and holds neither secrets
 * nor people; what the person at the desk reads is chosen from `code` in renderer/words.
 */
export class RolecallError extends Error {
  override readonly name = 'RolecallError';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly traceHash: string | undefined;

  constructor(code: ErrorCode, message: string, options: RolecallErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? retryableCodes.has(code);
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.traceHash = options.traceHash;
  }
}

/** What crosses to the renderer. Anything that is not a RolecallError is our bug and keeps its text to itself. */
export function toDeskError(error: unknown): DeskError {
  if (error instanceof RolecallError) {
    return { code: error.code, message: error.message.slice(0, 500), retryable: error.retryable };
  }
  return { code: 'bug', message: 'Something in Rolecall broke. The log has the details.', retryable: false };
}

/** Makes the compiler prove that a union was handled whole. */
export function assertNever(value: never): never {
  throw new RolecallError('bug', `A case was not handled: ${typeof value}.`);
}
