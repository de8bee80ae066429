import { describe, expect, it } from 'vitest';
import { aheadOf } from '../../../../contract/desk/channel-names.ts';
import { answerPages, type PageIpc } from '../../../../electron/app/page-ipc.ts';

const ahead = aheadOf('directory:search');

/** The program's side of pages that ask; what is found changes with every search. */
function program() {
  const handled = new Map<string, Parameters<PageIpc['handle']>[1]>();
  const heard = new Map<string, Parameters<PageIpc['on']>[1]>();
  const clock = { now: 1_000 };
  const searches: unknown[] = [];
  const pages = answerPages(
    {
      handle: (channel, listener) => void handled.set(channel, listener),
      on: (channel, listener) => void heard.set(channel, listener),
    },
    () => clock.now,
  );
  pages.handle('app:read', async ({ senderFrame }, input) => ({ ok: true, value: { senderFrame, input } }));
  pages.handle('directory:search', async (_event, input) => {
    searches.push(input);
    return { ok: true, value: searches.length };
  });

  const tell = (channel: string, input: unknown, page: { processId: number; frameId: number }) =>
    new Promise<unknown>((resolve) => {
      const event = {
        ...page,
        senderFrame: null,
        set returnValue(value: unknown) {
          resolve(value);
        },
      };
      heard.get(channel)?.(event as never, input);
      if (channel === ahead) resolve(undefined);
    });
  const ownPage = { processId: 5, frameId: 1 };
  return {
    handled,
    heard,
    clock,
    searches,
    ask: (input: unknown, page = ownPage) => tell('directory:search', input, page),
    async askAhead(input: unknown, page = ownPage) {
      await tell(ahead, input, page);
      await new Promise(setImmediate);
    },
  };
}

it('gives a page that waits the text of the result, and any other the result', async () => {
  const { handled, heard, ask } = program();
  expect([[...handled.keys()], [...heard.keys()]]).toEqual([['app:read'], [ahead, 'directory:search']]);
  expect(await handled.get('app:read')?.({ senderFrame: null }, 1)).toEqual({
    ok: true,
    value: { senderFrame: null, input: 1 },
  });
  expect(await ask({ query: 'mi' })).toBe('{"ok":true,"value":1}');
});

describe('an answer made ahead', () => {
  it('is given to the question it was made for, once', async () => {
    const { searches, clock, ask, askAhead } = program();
    await askAhead({ query: 'mi' });
    clock.now += 99;
    expect(await ask({ query: 'mi' })).toBe('{"ok":true,"value":1}');
    expect(searches).toHaveLength(1);
    expect(await ask({ query: 'mi' })).toBe('{"ok":true,"value":2}');
  });

  it.each<[string, (desk: ReturnType<typeof program>) => Promise<unknown>]>([
    ['another text', ({ ask }) => ask({ query: 'ma' })],
    ['another number of rows', ({ ask }) => ask({ query: 'mi', limit: 50 })],
    ['another page', ({ ask }) => ask({ query: 'mi' }, { processId: 6, frameId: 1 })],
    ['another frame', ({ ask }) => ask({ query: 'mi' }, { processId: 5, frameId: 2 })],
    [
      'a later time',
      ({ clock, ask }) => {
        clock.now += 100;
        return ask({ query: 'mi' });
      },
    ],
    [
      'what was asked before something else',
      async ({ ask }) => {
        await ask({ query: 'ma' });
        return ask({ query: 'mi' });
      },
    ],
  ])('is none for %s', async (_what, asks) => {
    const desk = program();
    await desk.askAhead({ query: 'mi' });
    expect(await asks(desk)).not.toBe('{"ok":true,"value":1}');
  });
});
