import type { RequestHandlers } from '../../contract/desk/channel-map.ts';

/** What the page may know of the program around it. */
export function appHandlers(version: string, platform: string): RequestHandlers<'app:read'> {
  const known = platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other';
  return { 'app:read': () => ({ version, platform: known }) };
}
