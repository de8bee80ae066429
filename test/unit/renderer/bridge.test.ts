import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../../contract/desk/channel-map.ts';
import { createProgram } from '../../../renderer/bridge.ts';
import { createFakeBridge } from '../../gallery/fake-bridge.ts';

/** The program behind a bridge whose search answers so. */
const programThat = (search: () => unknown) =>
  createProgram({ ...createFakeBridge().bridge, atOnce: { 'directory:search': search } as Bridge['atOnce'] });

describe('asking at once', () => {
  it('reads the text of the answer', () => {
    const answer = createProgram(createFakeBridge().bridge).askAtOnce('directory:search', { query: 'mik' });
    expect(answer).toMatchObject({ ok: true, value: { query: 'mik' } });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
    ['says nothing', () => undefined],
    ['says half of it', () => '{"ok":tr'],
  ])('gets an answer too where the program %s', (_what, search) => {
    expect(programThat(search).askAtOnce('directory:search', { query: 'mik' })).toEqual({
      ok: false,
      error: { code: 'bug', message: 'directory:search did not answer.', retryable: false },
    });
  });
});
