/**
 * C19 (electron/electron PR#51513, CVE-2018-1000006): a link could bring Chromium's switches along; a guard that was too strict
 * refused innocent arguments.
 */
import { expect, it } from 'vitest';
import { findLaunchLink } from '../../electron/app/launch-links.ts';
import { linkHandlerCommand } from '../../electron/app/link-handler.ts';

it('ends the switches before the link on Windows', () => {
  const command = linkHandlerCommand({ packaged: true, platform: 'win32', execPath: 'R.exe', appPath: 'app' });
  expect(command?.args.at(-1)).toBe('--');
});

it('takes no notice of arguments that only look a little like a link', () => {
  expect(findLaunchLink(['rolecall', 'user@host:22', 'C:\\a', '--renderer-cmd-prefix=rolecall://x'])).toBeNull();
});
