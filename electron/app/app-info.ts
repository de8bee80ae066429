import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import { matchLanguage } from '../words/system-language.ts';

/** What the page may know of the program around it. `systemLocales`: what the system prefers, asked once Electron is ready. */
export function appHandlers(
  version: string,
  platform: string,
  systemLocales: () => readonly string[],
): RequestHandlers<'app:read'> {
  const known = platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other';
  return {
    'app:read': () => {
      const locales = systemLocales();
      return { version, platform: known, systemLanguage: matchLanguage(locales), systemLocales: [...locales] };
    },
  };
}
