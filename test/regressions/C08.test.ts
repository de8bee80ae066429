/** C08 (electron/electron#39462): closed on Windows, the link is only among the arguments of the cold start. */
import { expect, it } from 'vitest';
import { findLaunchLink } from '../../electron/app/launch-links.ts';

it('finds the link among the arguments of a cold start', () => {
  const link = 'rolecall://oauth/callback?code=c&state=s';
  expect(findLaunchLink(['C:\\Rolecall\\Rolecall.exe', '--', link])).toBe(link);
});
