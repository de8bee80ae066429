import { describe, expect, it } from 'vitest';
import { createLinks, desktopEntry, type LinksGiven } from '../../../../electron/app/link-handler.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const entries = '/home/ada/.local/share/applications';

/** A desktop whose `xdg-mime` remembers what it was told, as long as there is such a file. */
function linux(start: { readonly present?: string; readonly tools?: boolean } & Partial<LinksGiven> = {}) {
  const { present, tools = true, ...more } = start;
  const files = createMemoryFiles();
  const ran: string[] = [];
  let set = present ?? '';
  const links = createLinks({
    app: {
      setAsDefaultProtocolClient: () => expect.unreachable(),
      isDefaultProtocolClient: () => expect.unreachable(),
      getApplicationNameForProtocol: () => expect.unreachable(),
    },
    platform: 'linux',
    packaged: true,
    execPath: '/opt/Rolecall/rolecall',
    appPath: '/src',
    env: { HOME: '/home/ada' },
    files,
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      if (!tools) return null;
      if (args[0] === 'query') return `${set}\n`;
      const name = args[1] ?? '';
      if (args[0] === 'default' && [...files.content.keys()].some((file) => file.endsWith(`/${name}`))) set = name;
      return '';
    },
    log: silentLog,
    ...more,
  });
  return { links, files, ran };
}

describe('on Linux', () => {
  it.each([
    ['', 'nothing'],
    ['rolecall.desktop', 'rolecall'],
    ['rolecall-development.desktop', 'rolecall'],
    ['org.example.Rolecall.desktop', 'rolecall'],
    ['firefox.desktop', 'another-program'],
    ['rolecaller.desktop', 'another-program'],
    ['notrolecall.desktop', 'another-program'],
  ])('reads "%s" as %s', async (present, openWith) => {
    expect(await linux({ present }).links.look()).toBe(openWith);
  });

  it('never changes anything by looking', async () => {
    const { links, files, ran } = linux({ present: 'firefox.desktop' });
    await links.look();
    expect(ran).toEqual(['xdg-mime query default x-scheme-handler/rolecall']);
    expect(files.writes).toBe(0);
  });

  it('takes over by the file its package brought, from another program too', async () => {
    const { links, files, ran } = linux({ present: 'firefox.desktop' });
    files.content.set('/usr/share/applications/rolecall.desktop', 'as installed');
    expect(await links.takeOver()).toBe('rolecall');
    expect(files.writes).toBe(0);
    expect(ran).toContain('xdg-mime default rolecall.desktop x-scheme-handler/rolecall');
  });

  it('writes a file of its own for an AppImage, and notices one that was moved (reports C01, C16)', async () => {
    const env = { HOME: '/home/ada', APPIMAGE: '/home/ada/Down loads/Rolecall-1.AppImage' };
    const { links, files } = linux({ env });
    expect(await links.takeOver()).toBe('rolecall');
    const entry = files.content.get(`${entries}/rolecall-appimage.desktop`);
    expect(entry).toContain('Exec="/home/ada/Down loads/Rolecall-1.AppImage" %u\n');
    expect(entry).toContain('MimeType=x-scheme-handler/rolecall;\n');

    const moved = linux({ present: 'rolecall-appimage.desktop', env: { ...env, APPIMAGE: '/media/R.AppImage' } });
    moved.files.content.set(`${entries}/rolecall-appimage.desktop`, entry ?? '');
    expect(await moved.links.look()).toBe('nothing');
    expect(await moved.links.takeOver()).toBe('rolecall');
  });

  it('writes one for a checkout, where the desktop looks for it', async () => {
    const { links, files } = linux({
      packaged: false,
      execPath: '/src/electron',
      env: { HOME: '/home/ada', XDG_DATA_HOME: '/data' },
    });
    expect(await links.takeOver()).toBe('rolecall');
    expect(files.content.get('/data/applications/rolecall-development.desktop')).toContain(
      'Exec=/src/electron /src %u',
    );
  });

  it.each(['without the tools', 'with a folder that takes no files'])(
    'says that it stays as it is %s',
    async (what) => {
      const { links, files } = linux({ tools: what !== 'without the tools' });
      if (what !== 'without the tools') files.writeError = new Error('read only') as never;
      expect(await links.takeOver()).toBe('nothing');
    },
  );

  it('quotes what the desktop would take apart', () => {
    expect(desktopEntry(['/a b/"c"', '100%', '/x$y'])).toContain('Exec="/a b/\\\\"c\\\\"" 100%% "/x\\\\$y" %u');
  });
});

describe('on Windows and macOS', () => {
  function system(owner: 'nobody' | 'rolecall' | 'Other', platform: 'win32' | 'darwin' = 'win32', takes = true) {
    let now: string = owner;
    const registered: unknown[][] = [];
    const links = createLinks({
      app: {
        setAsDefaultProtocolClient: (...args: unknown[]) => {
          registered.push(args);
          if (takes) now = 'rolecall';
          return takes;
        },
        isDefaultProtocolClient: () => now === 'rolecall',
        getApplicationNameForProtocol: () => (now === 'nobody' ? '' : now),
      },
      platform,
      packaged: true,
      execPath: 'C:\\R.exe',
      appPath: '',
      env: {},
      files: createMemoryFiles(),
      run: async () => expect.unreachable(),
      log: silentLog,
    });
    return { links, registered };
  }

  it('takes what is nobody’s without a question, and leaves another program’s alone until asked', async () => {
    expect(await system('nobody').links.look()).toBe('rolecall');
    const other = system('Other');
    expect(await other.links.look()).toBe('another-program');
    expect(other.registered).toEqual([]);
    expect(await other.links.takeOver()).toBe('rolecall');
    expect(other.registered).toEqual([['rolecall', 'C:\\R.exe', ['--']]]);
    expect(await system('rolecall').links.look()).toBe('rolecall');
  });

  it('believes what it sees afterwards, not what it was told', async () => {
    expect(await system('nobody', 'darwin', false).links.look()).toBe('nothing');
    expect(await system('Other', 'darwin', false).links.takeOver()).toBe('another-program');
    const mac = system('nobody', 'darwin');
    await mac.links.look();
    expect(mac.registered).toEqual([['rolecall']]);
  });
});
