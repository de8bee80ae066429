import { readFile } from 'node:fs/promises';
import { type Protocol, protocol } from 'electron';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { pageScheme, resolvePageRequest } from './page-files.ts';

/** Must run before Electron is ready. Standard and secure: relative addresses, modules and trusted types work. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const;

/** Serves the built renderer from `folder`, each answer with the policy. */
export function servePages(handler: Pick<Protocol, 'handle'>, folder: string): void {
  handler.handle(pageScheme, (request) => answerPageRequest(request, folder));
}

/** One answer of our scheme, also for what is refused. */
export async function answerPageRequest(request: Pick<Request, 'method' | 'url'>, folder: string): Promise<Response> {
  const resolved = resolvePageRequest(request.method, request.url, folder);
  if (resolved.kind === 'refused') return refusal(resolved.status);
  try {
    const content = await readFile(resolved.filePath);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), {
      headers: { ...headers, 'content-type': resolved.contentType },
    });
  } catch {
    return refusal(404);
  }
}

function refusal(status: number): Response {
  return new Response('Not here.', { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
}
