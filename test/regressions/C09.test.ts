/** C09 (electron/electron#23852): on macOS the link of a cold start comes before anybody listens for it. */
import { expect, it } from 'vitest';
import { LaunchLinkInbox } from '../../electron/app/launch-link-inbox.ts';
import { silentLog } from '../../electron/ports/log.ts';

it('keeps a link that came before anything was ready, and delivers it once', () => {
  const inbox = new LaunchLinkInbox(silentLog);
  inbox.put('rolecall://oauth/callback?code=c&state=s', 'open-url');
  const delivered: string[] = [];
  inbox.open((link) => void delivered.push(link))();
  inbox.open((link) => void delivered.push(link));
  expect(delivered).toEqual(['rolecall://oauth/callback?code=c&state=s']);
});
