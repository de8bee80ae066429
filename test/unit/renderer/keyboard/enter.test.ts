import { describe, expect, it } from 'vitest';
import { decideEnter, type EnterSituation, isExact } from '../../../../renderer/keyboard/enter.ts';
import { detailsOf, hit } from '../../../gallery/made-up.ts';

const mika = hit('Mika Aaltonen', 'mik', { userId: '7', details: detailsOf('', 'nordlys', 'Oulu') });
const mikhail = hit('Mikhail Dvořák', 'mik', { userId: '8' });
const slip = hit('Dominika Nowak', '', { userId: '9', slip: true });

const situation = (more: Partial<EnterSituation> = {}): EnterSituation => ({
  text: 'mik',
  answer: { text: 'mik', hits: [mika, mikhail] },
  loose: false,
  activeUserId: '7',
  person: null,
  scanned: false,
  ...more,
});

describe('with nobody open', () => {
  it('opens the row the arrows are on', () => {
    expect(decideEnter(situation({ activeUserId: '8' }))).toEqual({ kind: 'open', userId: '8' });
  });

  it('looks a second time where nobody was found, once, and never for a scan', () => {
    const nobody = { answer: { text: 'mik', hits: [] }, activeUserId: null };
    expect(decideEnter(situation(nobody))).toEqual({ kind: 'loosen' });
    expect(decideEnter(situation({ ...nobody, loose: true }))).toEqual({ kind: 'nothing' });
    expect(decideEnter(situation({ ...nobody, scanned: true }))).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['https://con.example/badge/10001', true],
    ['mailto:anna@example.com', true],
    ['con.example/b/10001', true],
    ['Anna: Berg', false],
    ['Anna / Berg', false],
    ['10/11 Berg', false],
  ])('reads %s as a scan where nobody was found by it: %s', (text, isRead) => {
    const nobody = situation({ text, answer: { text, hits: [] }, activeUserId: null });
    expect(decideEnter(nobody)).toEqual({ kind: isRead ? 'read-as-scan' : 'loosen' });
    expect(decideEnter({ ...nobody, scanned: true })).toEqual({ kind: 'nothing' });
    const somebody = situation({ text, answer: { text, hits: [mika] }, activeUserId: null });
    expect(decideEnter(somebody)).toEqual({ kind: 'open', userId: '7' });
  });

  it('opens one of those opened last only when the arrows are on them', () => {
    const latest = { text: '', answer: { text: '', hits: [mika] } };
    expect(decideEnter(situation({ ...latest, activeUserId: null }))).toEqual({ kind: 'nothing' });
    expect(decideEnter(situation({ ...latest, activeUserId: '7' }))).toEqual({ kind: 'open', userId: '7' });
  });

  it('does nothing with an empty box', () => {
    expect(decideEnter(situation({ text: '', answer: null, activeUserId: null }))).toEqual({ kind: 'nothing' });
  });

  it('searches again where the search failed, and never goes by the list of an earlier text', () => {
    expect(decideEnter(situation({ text: 'mikh' }))).toEqual({ kind: 'search-again' });
    expect(decideEnter(situation({ answer: null }))).toEqual({ kind: 'search-again' });
  });
});

describe('with a list nobody has seen yet', () => {
  it('opens the exact one, wherever it stands', () => {
    const answer = { text: 'nordlys', hits: [mikhail, mika] };
    expect(decideEnter(situation({ text: 'nordlys', answer, scanned: true }))).toEqual({ kind: 'open', userId: '7' });
    expect(decideEnter(situation({ text: '8', answer: { text: '8', hits: [mika, mikhail] }, scanned: true }))).toEqual({
      kind: 'open',
      userId: '8',
    });
  });

  it('opens nobody when a scan fits several', () => {
    expect(decideEnter(situation({ scanned: true }))).toEqual({ kind: 'choose', because: 'several-fit' });
  });

  it('opens nobody when it only comes near: a scanned code one digit off is another person', () => {
    const answer = { text: '100200', hits: [slip] };
    expect(decideEnter(situation({ text: '100200', answer, scanned: true }))).toEqual({
      kind: 'choose',
      because: 'only-near',
    });
  });

  it('opens the only one that fits as it is spelt', () => {
    const answer = { text: 'mik', hits: [slip, mika] };
    expect(decideEnter(situation({ answer, scanned: true }))).toEqual({ kind: 'open', userId: '7' });
  });

  it('opens nobody where a code is only a part of somebody’s id, username or phone', () => {
    const near = (text: string, kind: 'id' | 'username' | 'phone', value: string) => {
      const holder = hit('Mika Aaltonen', '', {
        userId: '10042',
        details: [{ kind, value: { text: value, marks: [] } }],
      });
      return decideEnter(situation({ text, answer: { text, hits: [holder] }, scanned: true }));
    };
    const choose = { kind: 'choose', because: 'only-near' };
    expect(near('1004', 'id', '10042')).toEqual(choose);
    expect(near('berta1', 'username', 'berta1987')).toEqual(choose);
    expect(near('12345', 'phone', '+•••••12345678')).toEqual(choose);
    // All that is left of a masked phone is not the whole of it.
    expect(near('5678', 'phone', '+•••••••••5678')).toEqual(choose);
    expect(
      decideEnter(situation({ text: '1004', answer: { text: '1004', hits: [mika, mikhail] }, scanned: true })),
    ).toEqual(choose);
    expect(near('+4917012345678', 'phone', '+4917012345678')).toEqual({ kind: 'open', userId: '10042' });
  });

  it('opens nobody when two people have that very name', () => {
    const twin = hit('Mika Aaltonen', '', { userId: '10' });
    const answer = { text: 'mika aaltonen', hits: [mika, twin] };
    expect(decideEnter(situation({ text: 'mika aaltonen', answer, scanned: true }))).toEqual({
      kind: 'choose',
      because: 'several-fit',
    });
  });

  it('does nothing when nobody was found', () => {
    expect(decideEnter(situation({ answer: { text: 'mik', hits: [] }, scanned: true }))).toEqual({ kind: 'nothing' });
  });
});

describe('with a person open', () => {
  const open = (primary: 'possible' | 'done' | 'busy' | 'not-loaded') =>
    situation({ person: { userId: '7', primary } });

  it('runs the primary recipe, then means the next person', () => {
    expect(decideEnter(open('possible'))).toEqual({ kind: 'run-primary', userId: '7' });
    expect(decideEnter(open('done'))).toEqual({ kind: 'next-person' });
  });

  it('does nothing while the person is loading or the recipe is being written down', () => {
    expect(decideEnter(open('not-loaded'))).toEqual({ kind: 'nothing' });
    expect(decideEnter(open('busy'))).toEqual({ kind: 'nothing' });
  });

  it('opens another person the arrows went to, and does not act on the open one', () => {
    expect(decideEnter({ ...open('possible'), activeUserId: '8' })).toEqual({ kind: 'open', userId: '8' });
  });

  it('never acts at the end of a scan', () => {
    expect(decideEnter({ ...open('possible'), scanned: true })).not.toMatchObject({ kind: 'run-primary' });
  });
});

describe('exact', () => {
  it('compares whole fields without case, accents and punctuation', () => {
    expect(isExact(mikhail, 'MIKHAIL DVORAK')).toBe(true);
    expect(isExact(mika, '@nordlys')).toBe(true);
    expect(isExact(mika, 'nord')).toBe(false);
    expect(isExact(mika, '—')).toBe(false);
  });

  it('never takes a slip for exact', () => {
    expect(isExact(slip, 'Dominika Nowak')).toBe(false);
  });
});
