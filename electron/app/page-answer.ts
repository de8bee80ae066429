import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { resolvePageRequest } from './page-files.ts';

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** One answer of our scheme from the built renderer in `folder`. The policy is on every one, refusals included. */
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
