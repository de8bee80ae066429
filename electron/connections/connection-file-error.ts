import type { ConnectionProblem } from '../../contract/desk/connections.ts';
import { RolecallError } from '../errors.ts';

/** A connection that can't be taken, and which part of it is wrong; never what stands there. */
export class ConnectionFileError extends RolecallError {
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, message: string) {
    super(problem.what === 'address-not-secure' ? 'connection-insecure' : 'connection-not-understood', message);
    this.problem = problem;
  }
}

/** What the screen says of a connection that was left out; `not-kept` where it was all right and writing it was not. */
export function problemOf(error: unknown): ConnectionProblem {
  return error instanceof ConnectionFileError ? error.problem : { what: 'not-kept', field: null };
}
