/** Why the service could not start, in words for the person who started it. Printed without a stack trace. */
export class StartUpError extends Error {
  readonly code: StartUpErrorCode;

  constructor(code: StartUpErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartUpError';
    this.code = code;
  }
}

export type StartUpErrorCode =
  | 'usage'
  | 'data-folder-in-use'
  | 'data-folder-unusable'
  | 'template-unusable'
  | 'database-unreachable'
  | 'database-refused'
  | 'database-newer'
  | 'port-taken'
  | 'address-unusable'
  | 'certificate-unreadable'
  | 'event-file-unusable';
