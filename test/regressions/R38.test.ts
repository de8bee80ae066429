/**
 * R38 (shiftkey/desktop#10, cozy-labs/cozy-desktop#2458, nimbalyst PR#666, manaflow#1644): the browser's answer started a second
 * program, or came before the first was ready, and the sign-in waited for ever.
 */
import { expect, it } from 'vitest';
import { LaunchLinkInbox, type LinkSource } from '../../electron/app/launch-link-inbox.ts';
import { findLaunchLink, linkOfSecondInstance } from '../../electron/app/launch-links.ts';
import { silentLog } from '../../electron/ports/log.ts';

const link = 'rolecall://oauth/callback?code=c&state=s';
const ways: [LinkSource, () => string | null][] = [
  ['arguments', () => findLaunchLink(['rolecall', '--', link])],
  ['second-instance', () => linkOfSecondInstance(['rolecall', link], { link: null })],
  ['second-instance', () => linkOfSecondInstance([], { link })],
  ['open-url', () => link],
];

it.each(ways)('delivers an answer that came by %s once, before and after the sign-in is ready', (source, find) => {
  for (const readyFirst of [true, false]) {
    const inbox = new LaunchLinkInbox(silentLog);
    const received: string[] = [];
    const open = () => inbox.open((one) => received.push(one));
    if (readyFirst) open();
    inbox.put(find() ?? 'not found', source);
    if (!readyFirst) open();
    expect(received).toEqual([link]);
  }
});
