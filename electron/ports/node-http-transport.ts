import { RolecallError } from '../errors.ts';
import { type HttpTransport, maximumBodyBytes } from './http-transport.ts';
import { networkError, timeoutError, tooLargeError } from './network-error.ts';

/** Node's fetch, for tests and programs without Electron. */
export const nodeHttpTransport: HttpTransport = async (request) => {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      redirect: 'manual',
      credentials: 'omit',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const body = await readBody(response);
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (timeout.aborted) throw timeoutError(error);
    if (error instanceof RolecallError) throw error;
    throw networkError(error);
  }
};

async function readBody(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maximumBodyBytes) throw tooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
