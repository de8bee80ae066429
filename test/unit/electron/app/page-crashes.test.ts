import { describe, expect, it } from 'vitest';
import { followCrashes } from '../../../../electron/app/page-crashes.ts';
import { crashQuestion } from '../../../../electron/app/window-options.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { en } from '../../../../electron/words/en.ts';
import { settle } from '../../../support/directory/hand-clock.ts';

function setUp(answer: () => Promise<boolean> = async () => true) {
  const did: string[] = [];
  let crash = (_reason: string): void => undefined;
  let now = 0;
  let gone = false;
  followCrashes({
    page: {
      on: (_event, listener) => {
        crash = (reason) => void listener({}, { reason, exitCode: 139 });
      },
      reload: () => void did.push('reload'),
    },
    isGone: () => gone,
    now: () => now,
    ask: () => {
      did.push('ask');
      return answer();
    },
    quit: () => void did.push('quit'),
    log: silentLog,
  });
  return {
    did,
    crash: (reason = 'crashed') => crash(reason),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    close: () => {
      gone = true;
    },
  };
}

describe('followCrashes (checklist B79)', () => {
  it('shows the page again by itself, once a minute', () => {
    const { did, crash, pass } = setUp();
    crash();
    pass(60_000);
    crash('oom');
    expect(did).toEqual(['reload', 'reload']);
  });

  it.each([
    [true, ['reload', 'ask', 'reload']],
    [false, ['reload', 'ask', 'quit']],
  ])('asks the second time within a minute, and does what was answered (%s)', async (answer, expected) => {
    const { did, crash, pass } = setUp(async () => answer);
    crash();
    pass(59_999);
    crash();
    await settle();
    expect(did).toEqual(expected);
  });

  it('ends where not even the question can be asked', async () => {
    const { did, crash } = setUp(() => Promise.reject(new Error('no display')));
    crash();
    crash();
    await settle();
    expect(did).toEqual(['reload', 'ask', 'quit']);
  });

  it('does nothing for a page that ended as it should, or for a window that is gone meanwhile', async () => {
    const { did, crash, close } = setUp();
    crash('clean-exit');
    expect(did).toEqual([]);
    crash();
    crash();
    close();
    await settle();
    expect(did).toEqual(['reload', 'ask']);
    crash();
    expect(did).toEqual(['reload', 'ask']);
  });

  it('asks a question whose first answer, Enter and Esc alike, shows the page again', () => {
    const question = crashQuestion(en);
    expect(question.buttons[question.defaultId]).toBe('Show it again');
    expect(question.cancelId).toBe(question.defaultId);
    expect(question.detail).toContain('Every change you made is kept');
  });
});
