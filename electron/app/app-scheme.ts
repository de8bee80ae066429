import { type Protocol, protocol } from 'electron';
import { answerPageRequest } from './page-answer.ts';
import { pageScheme } from './page-files.ts';

/** Must run before Electron is ready. Standard and secure: relative addresses, modules and trusted types work. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the built renderer from `folder`. */
export function servePages(handler: Pick<Protocol, 'handle'>, folder: string): void {
  handler.handle(pageScheme, (request) => answerPageRequest(request, folder));
}
