/** C13: Chromium puts switches between the arguments and changes their order, so that a link has no place of its own. */
import { expect, it } from 'vitest';
import { findLaunchLink } from '../../electron/app/launch-links.ts';

it('finds the link wherever it stands', () => {
  const link = 'rolecall://oauth/callback?code=c&state=s';
  const others = [
    '/opt/rolecall',
    '--flag-switches-begin',
    '--flag-switches-end',
    '.',
    '--original-process-start-time=1',
  ];
  for (let place = 0; place <= others.length; place += 1) {
    expect(findLaunchLink(others.toSpliced(place, 0, link))).toBe(link);
  }
});
