import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaunchLinkInbox, type LinkSource } from '../../../../electron/app/launch-link-inbox.ts';
import { findLaunchLink, linkOfSecondInstance } from '../../../../electron/app/launch-links.ts';
import { linkHandlerCommand } from '../../../../electron/app/link-handler.ts';
import { silentLog } from '../../../../electron/ports/log.ts';

const link = 'rolecall://oauth/callback?code=abc&state=def';

describe('findLaunchLink', () => {
  it.each([
    ['alone', [link]],
    [
      'behind switches that Chromium put in (report C14)',
      ['electron', '--allow-file-access-from-files', '--x=1', link],
    ],
    ['in front of switches', [link, '--no-sandbox']],
    ['in capitals, as some systems write the scheme', ['app', link.replace('rolecall', 'ROLECALL')]],
  ])('finds the link %s', (_where, args) => {
    expect(findLaunchLink(args)).toBe(args.find((argument) => argument.toLowerCase() === link));
  });

  it.each([
    ['none', ['electron', '.', '--practice']],
    ['two', [link, link]],
    ['one inside a switch', [`--url=${link}`]],
    ['another scheme', ['rolecall-app://desk/index.html']],
    ['without an authority', ['rolecall:oauth/callback?code=1']],
    ['too long', [`${link}${'x'.repeat(9_000)}`]],
    ['a path that only looks like one', ['/tmp/rolecall://oauth']],
    ['a scheme that begins alike', ['rolecallx://oauth/callback']],
  ])('takes nothing from: %s', (_what, args) => {
    expect(findLaunchLink(args)).toBeNull();
  });

  it('never throws and never takes a link that is not ours', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (args) => {
        const found = findLaunchLink(args);
        expect(found === null || found.toLowerCase().startsWith('rolecall://')).toBe(true);
      }),
    );
  });
});

describe('linkOfSecondInstance', () => {
  it('prefers what the second instance sent along, and checks it alike', () => {
    expect(linkOfSecondInstance([], { link })).toBe(link);
    expect(linkOfSecondInstance([link], { link: null })).toBe(link);
    expect(linkOfSecondInstance([link], { link: 'https://example.com' })).toBeNull();
    expect(linkOfSecondInstance([link], undefined)).toBe(link);
    expect(linkOfSecondInstance([], 'text')).toBeNull();
  });
});

describe('LaunchLinkInbox', () => {
  const sources: LinkSource[] = ['arguments', 'second-instance', 'open-url'];

  it.each(sources)('holds a link from %s until somebody is ready, then delivers it once', (source) => {
    const inbox = new LaunchLinkInbox(silentLog);
    inbox.put(link, source);
    const received: string[] = [];
    const close = inbox.open((one) => received.push(one));
    expect(received).toEqual([link]);
    close();
    inbox.open((one) => received.push(one));
    expect(received).toEqual([link]);
  });

  it.each(sources)('delivers a link from %s at once while somebody is ready', (source) => {
    const inbox = new LaunchLinkInbox(silentLog);
    const received: string[] = [];
    inbox.open((one) => received.push(one));
    inbox.put(link, source);
    expect(received).toEqual([link]);
  });

  it('holds again after it was closed, and keeps the newest eight', () => {
    const inbox = new LaunchLinkInbox(silentLog);
    inbox.open(() => expect.unreachable())();
    for (let index = 0; index < 20; index += 1) inbox.put(`rolecall://n/${index}`, 'open-url');
    const received: string[] = [];
    inbox.open((one) => received.push(one));
    expect(received).toEqual(Array.from({ length: 8 }, (_, index) => `rolecall://n/${index + 12}`));
  });

  it('says nothing of the link to the log', () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (...line: unknown[]) => lines.push(line) };
    new LaunchLinkInbox(log).put(link, 'arguments');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('abc');
  });
});

describe('linkHandlerCommand', () => {
  const given = { execPath: '/opt/electron', appPath: '/src', platform: 'linux', packaged: false };

  it('starts the app through Electron in development', () => {
    expect(linkHandlerCommand(given)).toEqual({ execPath: '/opt/electron', args: ['/src'] });
  });

  it('ends the switches on Windows, so that a link can bring none (CVE-2018-1000006, report C19)', () => {
    expect(linkHandlerCommand({ ...given, platform: 'win32' })?.args).toEqual(['/src', '--']);
    expect(linkHandlerCommand({ ...given, platform: 'win32', packaged: true })?.args).toEqual(['--']);
  });

  it('leaves it to the package elsewhere', () => {
    expect(linkHandlerCommand({ ...given, platform: 'darwin', packaged: true })).toBeNull();
  });
});
