import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { lockNavigation } from '../../../../electron/app/navigation-lock.ts';
import { denyPermissions, mayUse } from '../../../../electron/app/permissions.ts';
import { isTrustedSender, type LiveWindow, type SenderFrame } from '../../../../electron/app/sender.ts';
import { silentLog } from '../../../../electron/ports/log.ts';

const own = 'rolecall-app://desk/index.html';

describe('lockNavigation', () => {
  function locked() {
    const contents = Object.assign(new EventEmitter(), {
      openHandler: (_details: unknown): { action: string } => ({ action: 'allow' }),
      setWindowOpenHandler(handler: (details: unknown) => { action: string }) {
        contents.openHandler = handler;
      },
    });
    lockNavigation(contents as unknown as WebContents, silentLog);
    const emit = (name: string, details: object) => {
      let prevented = false;
      contents.emit(name, { ...details, preventDefault: () => (prevented = true) });
      return prevented;
    };
    return { contents, emit };
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stops %s to anywhere else', (name) => {
    const { emit } = locked();
    for (const url of ['https://example.com', 'file:///etc/passwd', 'rolecall://x', 'rolecall-app://desk.evil/', '']) {
      expect(emit(name, { url, isMainFrame: true }), url).toBe(true);
    }
    expect(emit(name, { url: own, isMainFrame: true })).toBe(false);
  });

  it('allows no frame, no webview and no window', () => {
    const { contents, emit } = locked();
    expect(emit('will-frame-navigate', { url: own, isMainFrame: false })).toBe(true);
    expect(emit('will-attach-webview', {})).toBe(true);
    expect(contents.openHandler({ url: own })).toEqual({ action: 'deny' });
  });
});

describe('denyPermissions', () => {
  const names = [
    'clipboard-read',
    'clipboard-sanitized-write',
    'deprecated-sync-clipboard-read',
    'display-capture',
    'fileSystem',
    'fullscreen',
    'geolocation',
    'hid',
    'idle-detection',
    'keyboardLock',
    'local-fonts',
    'media',
    'mediaKeySystem',
    'midi',
    'midiSysex',
    'notifications',
    'openExternal',
    'pointerLock',
    'serial',
    'speaker-selection',
    'storage-access',
    'top-level-storage-access',
    'unknown',
    'usb',
    'window-management',
  ];

  it.each(names)('lets our page have %s only where it is on the list', (name) => {
    expect(mayUse(name, own)).toBe(name === 'clipboard-sanitized-write');
    expect(mayUse(name, 'https://example.com')).toBe(false);
  });

  it('sets every handler a session has', () => {
    type Handler = (...args: unknown[]) => unknown;
    const handlers = new Map<string, Handler>();
    const session = new Proxy(
      {},
      { get: (_target, name) => (handler: Handler) => handlers.set(String(name), handler) },
    );
    denyPermissions(session as Session);
    const answers: unknown[] = [];
    const answer = (value: unknown) => answers.push(value);
    handlers.get('setPermissionRequestHandler')?.({}, 'media', answer, { requestingUrl: own });
    expect(answers).toEqual([false]);
    expect(handlers.get('setPermissionCheckHandler')?.({}, 'media', own, {})).toBe(false);
    expect(handlers.get('setDevicePermissionHandler')?.({})).toBe(false);
    expect([...handlers.keys()]).toContain('setDisplayMediaRequestHandler');
  });
});

describe('isTrustedSender', () => {
  const frame: SenderFrame = { url: own, parent: null, processId: 4, routingId: 7 };
  const window: LiveWindow = { isDestroyed: () => false, webContents: { mainFrame: { processId: 4, routingId: 7 } } };
  const broken = {
    get url(): string {
      throw new Error('Render frame was disposed');
    },
    parent: null,
    processId: 4,
    routingId: 7,
  };

  it('trusts the main frame of our window on our page', () => {
    expect(isTrustedSender(frame, window)).toBe(true);
  });

  it.each<[string, SenderFrame | null, LiveWindow | null]>([
    ['no frame', null, window],
    ['no window', frame, null],
    ['a destroyed window', frame, { ...window, isDestroyed: () => true }],
    ['a subframe', { ...frame, parent: {} }, window],
    ['another process', { ...frame, processId: 5 }, window],
    ['another frame', { ...frame, routingId: 8 }, window],
    ['another origin', { ...frame, url: 'https://example.com' }, window],
    ['a look-alike origin', { ...frame, url: 'rolecall-app://desk.evil/' }, window],
    ['a frame that is gone', broken, window],
  ])('refuses %s', (_who, from, to) => {
    expect(isTrustedSender(from, to)).toBe(false);
  });
});
