import { describe, expect, it } from 'vitest';
import type { SignInState } from '../../../../contract/desk/sign-in.ts';
import { type NoticeFacts, noticeOf, noticeWords } from '../../../../electron/app/notices.ts';
import { deskWords } from '../../../../electron/words/every-language.ts';

const signedIn: Extract<SignInState, { kind: 'signed-in' }> = {
  kind: 'signed-in',
  operator: { id: 'o', label: 'Canary Sam', initials: 'CS' },
  kept: 'keyring',
  notice: null,
  mayRead: true,
  mayChangeRoles: true,
  pinSet: false,
};
const facts = (refused: number, waiting = 0, notice: (typeof signedIn)['notice'] = null): NoticeFacts => ({
  changes: { refused, waiting, sending: 0 },
  signIn: { ...signedIn, notice },
});

describe('noticeOf', () => {
  it('tells of refused changes while nobody looks', () => {
    expect(noticeOf(facts(1, 2), facts(3), false)).toEqual({ kind: 'refused', count: 2 });
  });

  it('tells of a sign-in that ended while changes wait', () => {
    expect(noticeOf(facts(0), facts(0, 2, 'oauth-invalid-grant'), false)).toEqual({ kind: 'sign-in-needed' });
  });

  it.each<[string, NoticeFacts, NoticeFacts, boolean]>([
    ['the window is in front', facts(1, 2), facts(3), true],
    ['nothing was refused', facts(3), facts(3), false],
    ['one was dealt with', facts(3), facts(2), false],
    ['it was so at the start', { changes: null, signIn: null }, facts(3), false],
    ['a connection opens, whose journal is read after an empty one was told', facts(0), facts(3), false],
    ['nothing waits for the sign-in', facts(0), facts(0, 0, 'oauth-invalid-grant'), false],
    ['it was said already', facts(0, 1, 'oauth-invalid-grant'), facts(0, 2, 'oauth-invalid-grant'), false],
    ['the sign-in only can’t be renewed just now', facts(0), facts(0, 2, 'network-unreachable'), false],
  ])('is quiet where %s', (_why, before, now, inFront) => {
    expect(noticeOf(before, now, inFront)).toBeNull();
  });
});

describe('noticeWords', () => {
  it.each(Object.values(deskWords))('says how many and names nobody', (words) => {
    const { title, body } = noticeWords({ kind: 'refused', count: 12 }, words);
    expect(title).toContain('12');
    expect(`${title}${body}`).not.toMatch(/Canary|[{}]/);
    expect(noticeWords({ kind: 'sign-in-needed' }, words).title).not.toBe('');
  });
});
