import path from 'node:path';

/** Scheme and host of our pages; `pageOrigin` is what the sender check and the navigation lock compare with. */
export const pageScheme = 'rolecall-app';
export const pageHost = 'desk';
export const pageOrigin = `${pageScheme}://${pageHost}`;
export const startPage = `${pageOrigin}/index.html`;
/** The rush board in full screen. */
export const boardPage = `${pageOrigin}/board.html`;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

export type PageRequest =
  | { readonly kind: 'file'; readonly filePath: string; readonly contentType: string }
  | { readonly kind: 'refused'; readonly status: 400 | 404 | 405 };

/**
 * Which file under `folder` answers a request of our scheme (checklist B18). Only GET and HEAD, only our host, only
 * kinds of files we ship, never anything outside the folder however the path is written.
 */
export function resolvePageRequest(method: string, address: string, folder: string): PageRequest {
  if (method !== 'GET' && method !== 'HEAD') return { kind: 'refused', status: 405 };
  const url = parse(address);
  if (url === null) return { kind: 'refused', status: 400 };
  if (url.protocol !== `${pageScheme}:` || url.host !== pageHost) return { kind: 'refused', status: 404 };

  const decoded = decode(url.pathname);
  // A percent sign left after decoding means double encoding; a backslash is a separator on Windows only.
  if (decoded === null || /[\\\0%:]/.test(decoded)) return { kind: 'refused', status: 400 };

  const filePath = path.resolve(folder, `.${decoded === '/' ? '/index.html' : decoded}`);
  const relative = path.relative(folder, filePath);
  if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    return { kind: 'refused', status: 404 };
  }
  const contentType = contentTypes[path.extname(filePath).toLowerCase()];
  if (contentType === undefined) return { kind: 'refused', status: 404 };
  return { kind: 'file', filePath, contentType };
}

/** Whether an address is one of our pages: scheme and host compared after parsing, never as text (checklist B13). */
export function isOwnPage(address: string): boolean {
  const url = parse(address);
  return (
    url !== null &&
    url.protocol === `${pageScheme}:` &&
    url.host === pageHost &&
    url.username === '' &&
    url.password === ''
  );
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
