import { untilSignIn } from './support/bridge.ts';
import { expect, test } from './support/rolecall.ts';

test('the page is a stranger to Node, under a strict policy, and can not leave', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args: ['--practice-attendees=50'] });
  const complaints: string[] = [];
  window.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  await untilSignIn(window, 'signed-out');
  expect(window.url()).toBe('rolecall-app://desk/index.html');

  expect(
    await window.evaluate(() => ({
      require: typeof (globalThis as { require?: unknown }).require,
      process: typeof (globalThis as { process?: unknown }).process,
      module: typeof (globalThis as { module?: unknown }).module,
      bridge: Object.keys((globalThis as unknown as { rolecall: object }).rolecall),
    })),
  ).toEqual({
    require: 'undefined',
    process: 'undefined',
    module: 'undefined',
    bridge: ['requests', 'atOnce', 'ahead', 'events'],
  });

  // What the built page itself needs must not break the policy.
  expect(complaints).toEqual([]);

  const header = await app.electron.evaluate(async ({ net }) => {
    const answer = await net.fetch('rolecall-app://desk/index.html');
    return { status: answer.status, policy: answer.headers.get('content-security-policy') };
  });
  expect(header.status).toBe(200);
  expect(header.policy).toContain("default-src 'none'; script-src 'self'");
  expect(header.policy).not.toMatch(/unsafe|\*|https?:/);

  // Inline code does not run, the network is closed, text is no code.
  expect(
    await window.evaluate(async () => {
      const script = document.createElement('script');
      const tried: Record<string, unknown> = {};
      try {
        script.text = 'globalThis.ran = true';
        document.body.append(script);
      } catch (error) {
        tried.text = (error as Error).name;
      }
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.ran = true">');
      } catch (error) {
        tried.html = (error as Error).name;
      }
      tried.fetch = await fetch('https://example.com').catch((error: Error) => error.name);
      return { ...tried, ran: (globalThis as { ran?: boolean }).ran ?? false };
    }),
  ).toEqual({ text: 'TypeError', html: 'TypeError', fetch: 'TypeError', ran: false });

  // No window opens, no navigation leaves, no permission is given.
  expect(await window.evaluate(() => globalThis.open('https://example.com'))).toBeNull();
  await window.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/link';
    link.target = '_top';
    document.body.append(link);
    link.click();
  });
  await window.evaluate(() => {
    location.href = 'file:///etc/passwd';
  });
  await window.evaluate(() => {
    location.href = 'rolecall-app://elsewhere/index.html';
  });
  // Electron says nothing of a navigation to another scheme (field report C18); the system must not open it either.
  for (const address of ['rolecall://oauth/callback?code=c&state=s', 'custom-scheme://x', 'mailto:x@example.com']) {
    await window.evaluate((to) => {
      location.href = to;
    }, address);
  }
  await window.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/frame';
    document.body.append(frame);
  });
  expect(await window.evaluate(() => Notification.requestPermission())).toBe('denied');
  expect(
    await window.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      ),
    ),
  ).not.toBe('granted');
  expect(window.url()).toBe('rolecall-app://desk/index.html');
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await app.browserUrls()).toEqual([]);
});

test('a second start without a link brings the window up and ends', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args: ['--practice-attendees=50'] });
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await app.openLink('--practice');
  await expect
    .poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(window.isClosed()).toBe(false);
});

test('a page that crashes comes back by itself', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args: ['--practice-attendees=50'] });
  await untilSignIn(window, 'signed-out');
  const reloaded = app.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<boolean>((resolve) => {
        const [only] = BrowserWindow.getAllWindows();
        only?.webContents.once('did-finish-load', () => resolve(true));
        only?.webContents.forcefullyCrashRenderer();
      }),
  );
  expect(await reloaded).toBe(true);
});
