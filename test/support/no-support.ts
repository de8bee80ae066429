import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { SupportChannel } from '../../electron/app/desk-session.ts';

/** The program's own channels for tests that are not about them. */
export const noSupport: RequestHandlers<SupportChannel> = {
  'updates:read': () => ({ kind: 'off' }),
  'updates:check': () => ({ kind: 'off' }),
  'updates:download': () => ({ kind: 'off' }),
  'updates:install': () => ({ kind: 'off' }),
  'diagnostics:save': () => ({ saved: false }),
  'diagnostics:packages': () => ({ packages: [] }),
  'diagnostics:licence': () => ({ words: '' }),
};
