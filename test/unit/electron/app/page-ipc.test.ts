import { expect, it } from 'vitest';
import { answerPages, type PageIpc } from '../../../../electron/app/page-ipc.ts';

it('gives a page that waits the text of the result, and any other the result', async () => {
  const handled = new Map<string, Parameters<PageIpc['handle']>[1]>();
  const waitedFor = new Map<string, Parameters<PageIpc['on']>[1]>();
  const pages = answerPages({
    handle: (channel, listener) => void handled.set(channel, listener),
    on: (channel, listener) => void waitedFor.set(channel, listener),
  });
  for (const channel of ['app:read', 'directory:search']) {
    pages.handle(channel, async ({ senderFrame }, input) => ({ ok: true, value: { channel, senderFrame, input } }));
  }
  expect([[...handled.keys()], [...waitedFor.keys()]]).toEqual([['app:read'], ['directory:search']]);
  expect(await handled.get('app:read')?.({ senderFrame: null }, 1)).toEqual({
    ok: true,
    value: { channel: 'app:read', senderFrame: null, input: 1 },
  });
  const text = await new Promise((resolve) => {
    const event = {
      senderFrame: null,
      set returnValue(value: unknown) {
        resolve(value);
      },
    };
    waitedFor.get('directory:search')?.(event as never, 2);
  });
  expect(text).toBe('{"ok":true,"value":{"channel":"directory:search","senderFrame":null,"input":2}}');
});
