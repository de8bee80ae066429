import { type RequestHandlers, requests } from '../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../contract/desk/channel-names.ts';
import type { Result } from '../../contract/desk/errors.ts';
import { RolecallError, toDeskError } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import type { SenderFrame } from './sender.ts';

/** The part of Electron's ipcMain that is used. */
export interface RequestListener {
  handle(
    channel: string,
    listener: (event: { readonly senderFrame: SenderFrame | null }, input: unknown) => Promise<Result<unknown>>,
  ): void;
}

/**
 * Opens every channel of the map. Each call is checked for its sender, its input and its output, and answers with a
 * result envelope: nothing throws across (docs/architecture.md, "Channels").
 */
export function registerRequests(given: {
  readonly ipc: RequestListener;
  readonly handlers: RequestHandlers<RequestName>;
  /** Whether whoever sent this may ask it. */
  readonly isTrusted: (frame: SenderFrame | null, name: RequestName) => boolean;
  readonly log: Log;
}): void {
  for (const name of requestNames) {
    given.ipc.handle(name, (event, input) => {
      if (!given.isTrusted(event.senderFrame, name)) {
        given.log.warn('request-from-stranger', { channel: name });
        return Promise.resolve({ ok: false, error: toDeskError(new RolecallError('bad-input', 'Unknown sender.')) });
      }
      return answer(name, given.handlers, input, given.log);
    });
  }
}

async function answer(
  name: RequestName,
  handlers: RequestHandlers<RequestName>,
  input: unknown,
  log: Log,
): Promise<Result<unknown>> {
  try {
    const parsed = requests[name].input.safeParse(input);
    if (!parsed.success) throw new RolecallError('bad-input', `The input of ${name} was not understood.`);
    const handler = handlers[name] as (input: unknown) => unknown;
    const value = await handler(parsed.data);
    // Also a sieve: a member that is not in the contract does not reach the page.
    const output = requests[name].output.safeParse(value);
    if (!output.success) {
      const [issue] = output.error.issues;
      log.error('output-not-as-agreed', { channel: name, at: issue?.path.join('.'), what: issue?.code });
      throw new RolecallError('bug', `The answer of ${name} is not what was agreed.`);
    }
    return { ok: true, value: output.data };
  } catch (error) {
    const deskError = toDeskError(error);
    if (error instanceof RolecallError) log.info('request-refused', { channel: name, code: error.code });
    else log.error('request-failed', { channel: name, problem: error instanceof Error ? error.stack : typeof error });
    return { ok: false, error: deskError };
  }
}
