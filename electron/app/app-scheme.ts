import { type Protocol, protocol } from 'electron';
import { answerPageRequest } from './page-answer.ts';
import { pageScheme } from './page-files.ts';

/** Must run before Electron is ready. Standard and secure: relative addresses, modules and trusted types work. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/**
 * Serves the built renderer from `folder`. By the older of Electron's two ways: the newer answers with a `Response`, for which
 * Node reads and runs its whole `fetch` first, 130 ms of this process between a start and its window (docs/decisions.md).
 */
export function servePages(handler: Pick<Protocol, 'registerBufferProtocol'>, folder: string): void {
  const registered = handler.registerBufferProtocol(pageScheme, (request, answer) => {
    void answerPageRequest(request, folder).then(answer);
  });
  if (!registered) throw new Error(`The scheme ${pageScheme} is served already.`);
}
