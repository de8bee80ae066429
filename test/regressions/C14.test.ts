/** C14 (keybase/client PR#22928): code that looked at the first arguments only missed the link behind Chromium's switches. */
import { expect, it } from 'vitest';
import { findLaunchLink } from '../../electron/app/launch-links.ts';

it.each([0, 1, 2, 5])('finds the link behind %i switches and before others', (count) => {
  const link = 'rolecall://oauth/callback?code=c&state=s';
  const switches = Array.from({ length: count }, (_, index) => `--switch-${index}=rolecall`);
  expect(findLaunchLink(['/opt/rolecall', ...switches, link, '--allow-file-access-from-files'])).toBe(link);
});
