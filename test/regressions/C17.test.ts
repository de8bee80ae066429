/**
 * C17 (mattermost/desktop#627): on Linux a link needs the MimeType in the desktop file, and reaches a running program through a
 * second instance.
 */
import { expect, it } from 'vitest';
import { linkOfSecondInstance } from '../../electron/app/launch-links.ts';
import { desktopEntry } from '../../scripts/link-handler.mjs';

it('is named for the scheme, and takes the link from a second instance', () => {
  expect(desktopEntry('Rolecall', ['rolecall'], ['rolecall'])).toMatch(/^MimeType=x-scheme-handler\/rolecall;$/m);
  const link = 'rolecall://oauth/callback?code=c&state=s';
  expect(linkOfSecondInstance(['rolecall', link], null)).toBe(link);
  expect(linkOfSecondInstance(['rolecall'], { link })).toBe(link);
});
