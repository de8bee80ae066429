import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hit, LookUp } from '../../../../contract/desk/directory.ts';
import { createLookUp } from '../../../../renderer/state/look-up.ts';
import { createSearch } from '../../../../renderer/state/search.ts';
import { no, ok } from '../../../gallery/fake-bridge.ts';
import { hit, result } from '../../../gallery/made-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lookingUp() {
  let hits: Hit[] = [];
  let searches = 0;
  const asked: string[] = [];
  const answers: ((outcome: LookUp['outcome'] | null) => void)[] = [];
  const search = createSearch(
    (query) => {
      searches += 1;
      return ok(result(query, hits));
    },
    { askAhead: () => {}, listsWithoutText: () => false, rowsInSight: () => 12 },
  );
  const lookUp = createLookUp(search, (text) => {
    asked.push(text);
    return new Promise((resolve) => answers.push((outcome) => resolve(outcome === null ? no('bug') : ok({ outcome }))));
  });
  const stop = lookUp.start();
  const type = async (text: string, pauseMs = 1000) => {
    search.setTyped(text);
    await vi.advanceTimersByTimeAsync(pauseMs);
  };
  return {
    asked,
    answers,
    stop,
    type,
    state: () => lookUp.store.getState(),
    searches: () => searches,
    find: (found: Hit[]) => {
      hits = found;
    },
  };
}

describe('createLookUp', () => {
  it('asks about an id nobody here has, once it was typed to its end', async () => {
    const { type, asked, answers, state, searches } = lookingUp();
    for (const text of ['1', '10', '100', '1002', '10020']) await type(text, 100);
    expect(asked).toEqual([]);
    await type('100200');
    expect(asked).toEqual(['100200']);
    expect(state()).toEqual({ text: '100200', outcome: 'asking' });
    const before = searches();
    answers[0]?.('found');
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().outcome).toBe('found');
    expect(searches()).toBe(before + 1);
    expect(asked).toHaveLength(1);
  });

  it('asks about no names, about nobody who is here, and about what comes near', async () => {
    const { type, asked, find } = lookingUp();
    await type('miriam');
    await type('mika 12');
    await type('12');
    find([hit('Mika', 'mik')]);
    await type('100200');
    find([hit('Mika', '', { userId: '100202' })]);
    await type('100202');
    expect(asked).toEqual([]);
    find([hit('Mika', '', { slip: true })]);
    await type('100201');
    expect(asked).toEqual(['100201']);
  });

  it('asks about a number that only stands in phones or begins longer ids: it may be a new badge', async () => {
    const { type, asked, find } = lookingUp();
    const near = (kind: 'id' | 'phone' | 'username', text: string, marks: [number, number][]) =>
      find([hit('Mika', '', { details: [{ kind, value: { text, marks } }] })]);
    near('phone', '+•••••12345678', [[6, 11]]);
    await type('12345');
    near('id', '123450', [[0, 5]]);
    await type('12346');
    expect(asked).toEqual(['12345', '12346']);
    near('username', 'mika12347', [[4, 9]]);
    await type('12347');
    expect(asked).toHaveLength(2);
  });

  it('says nothing of one text about another', async () => {
    const { type, answers, state } = lookingUp();
    await type('100200');
    await type('100201');
    answers[0]?.('unknown');
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ text: '100201', outcome: 'asking' });
    answers[1]?.(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(state().outcome).toBe('unreachable');
    await type('');
    expect(state()).toEqual({ text: '', outcome: 'not-an-id' });
  });

  it('asks nothing after its end', async () => {
    const { type, asked, stop } = lookingUp();
    await type('100200', 100);
    stop();
    await type('100200');
    expect(asked).toEqual([]);
  });
});
