import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { resolvePageRequest } from './page-files.ts';

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** An answer as Electron takes it (ProtocolResponse). */
export interface PageAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<keyof typeof headers | 'content-type', string>>;
  readonly data: Buffer;
}

/** One answer of our scheme from the built renderer in `folder`. The policy is on every one, refusals included. */
export async function answerPageRequest(
  request: { readonly method: string; readonly url: string },
  folder: string,
): Promise<PageAnswer> {
  const resolved = resolvePageRequest(request.method, request.url, folder);
  if (resolved.kind === 'refused') return refusal(resolved.status);
  try {
    const data = await readFile(resolved.filePath);
    return {
      statusCode: 200,
      headers: { ...headers, 'content-type': resolved.contentType },
      data: request.method === 'HEAD' ? Buffer.alloc(0) : data,
    };
  } catch {
    return refusal(404);
  }
}

function refusal(statusCode: number): PageAnswer {
  return {
    statusCode,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    data: Buffer.from('Not here.'),
  };
}
