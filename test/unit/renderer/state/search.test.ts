import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hit, SearchResult } from '../../../../contract/desk/directory.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import { createSearch, searchedText } from '../../../../renderer/state/search.ts';
import { hit, result } from '../../../gallery/made-up.ts';

function searching() {
  const asked: {
    requestId: number;
    query: string;
    loose: boolean;
    limit: number;
    answer: (result: Result<SearchResult>) => void;
  }[] = [];
  let lists = false;
  const search = createSearch(
    (requestId, query, loose, limit) => new Promise((answer) => asked.push({ requestId, query, loose, limit, answer })),
    () => lists,
  );
  return {
    search,
    asked,
    state: () => search.store.getState(),
    setLists(next: boolean) {
      lists = next;
    },
    async answer(index: number, hits: readonly Hit[], total = hits.length) {
      const request = asked[index];
      if (request === undefined) throw new Error(`Nothing was asked at ${index}.`);
      request.answer({ ok: true, value: result(request.requestId, request.query, hits, total) });
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('latest wins', () => {
  it('drops the answer to an earlier text that comes last', async () => {
    const { search, state, answer } = searching();
    search.setTyped('mi');
    search.setTyped('mik');
    await answer(1, [hit('Mika', 'mik')]);
    await answer(0, [hit('Milo', 'mi')]);
    expect(state().answer?.text).toBe('mik');
    expect(state().activeUserId).toBe('Mika');
  });

  it('shows nothing of an answer that comes after the text was cleared', async () => {
    const { search, state, answer } = searching();
    search.setTyped('mik');
    search.setTyped('');
    await answer(0, [hit('Mika', 'mik')]);
    expect(state()).toMatchObject({ text: '', answer: null, activeUserId: null });
  });

  it('drops an answer with another number than it asked with', async () => {
    const { search, asked, state } = searching();
    search.setTyped('mik');
    asked[0]?.answer({ ok: true, value: result(99, 'mik', [hit('Mika', 'mik')]) });
    await Promise.resolve();
    await Promise.resolve();
    expect(state().answer).toBeNull();
  });
});

describe('the row the arrows are on', () => {
  it('starts at the first, moves by one and stops at both ends', async () => {
    const { search, state, answer } = searching();
    search.setTyped('m');
    await answer(0, [hit('A', ''), hit('B', '')]);
    search.move(-1);
    expect(state().activeUserId).toBe('A');
    search.move(1);
    search.move(1);
    expect(state().activeUserId).toBe('B');
  });

  it('does not move in a list that answers an earlier text', async () => {
    const { search, state, answer } = searching();
    search.setTyped('m');
    await answer(0, [hit('A', ''), hit('B', '')]);
    search.setTyped('mi');
    search.move(1);
    expect(state().activeUserId).toBeNull();
  });

  it('stays on the same person when the list is refreshed in another order', async () => {
    const { search, state, answer } = searching();
    search.setTyped('m');
    await answer(0, [hit('A', ''), hit('B', '')]);
    search.move(1);
    search.refresh();
    await answer(1, [hit('B', ''), hit('A', '')]);
    expect(state().activeUserId).toBe('B');
  });
});

it('keeps the rows that say what they said, so that only the others are drawn anew', async () => {
  const { search, state, answer } = searching();
  search.setTyped('mi');
  await answer(0, [hit('Mika', 'mi'), hit('Milo', 'mi')]);
  const before = state().answer?.result.hits;
  search.refresh();
  await answer(1, [hit('Mika', 'mi'), { ...hit('Milo', 'mi'), roleNames: ['Staff'] }]);
  const after = state().answer?.result.hits;
  expect(after?.[0]).toBe(before?.[0]);
  expect(after?.[1]).toMatchObject({ userId: 'Milo', roleNames: ['Staff'] });
  search.refresh();
  await answer(2, [hit('Mika', 'mi'), { ...hit('Milo', 'mi'), roleNames: ['Staff'] }]);
  expect(state().answer?.result.hits).toBe(after);
});

it('refreshes once after the answer under way, however often it was asked to', async () => {
  const { search, asked, answer } = searching();
  search.setTyped('m');
  search.refresh();
  search.refresh();
  expect(asked).toHaveLength(1);
  await answer(0, []);
  expect(asked).toHaveLength(2);
  await answer(1, []);
  expect(asked).toHaveLength(2);
});

it('looks a second time when asked to, and with another text for the first time again', async () => {
  const { search, asked, state, answer } = searching();
  search.setTyped('mik');
  await answer(0, []);
  search.loosen();
  await answer(1, [hit('Dominika', '', { slip: true })]);
  expect(state()).toMatchObject({ loose: true, activeUserId: 'Dominika' });
  search.refresh();
  search.setTyped('mika');
  expect(asked.map(({ query, loose }) => `${query} ${loose}`)).toEqual([
    'mik false',
    'mik true',
    'mik true',
    'mika false',
  ]);
});

it('lists somebody before anything is typed only where that is set, and means none of them', async () => {
  const { search, asked, state, answer, setLists } = searching();
  setLists(true);
  search.refresh();
  await answer(0, [hit('Mika', '')]);
  expect(state()).toMatchObject({ text: '', activeUserId: null });
  expect(state().answer?.result.hits).toHaveLength(1);
  search.move(1);
  expect(state().activeUserId).toBe('Mika');
  search.setTyped('');
  expect(state().activeUserId).toBeNull();
  expect(asked).toHaveLength(2);
  await answer(1, [hit('Mika', '')]);
  setLists(false);
  search.refresh();
  expect(state().answer).toBeNull();
});

describe('rows out of sight', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for once the typing rests, and not for a text that is typed on', async () => {
    const { search, asked, state, answer } = searching();
    const limits = () => asked.map(({ query, limit }) => `${query} ${limit}`);
    search.setTyped('m');
    await answer(0, [hit('A', '')], 40);
    await vi.advanceTimersByTimeAsync(100);
    search.setTyped('mi');
    await vi.advanceTimersByTimeAsync(1000);
    expect(limits()).toEqual(['m 12', 'mi 12']);
    await answer(1, [hit('A', '')], 30);
    await vi.advanceTimersByTimeAsync(120);
    expect(limits()).toEqual(['m 12', 'mi 12', 'mi 50']);
    search.move(1);
    await answer(2, [hit('A', ''), hit('B', '')], 30);
    expect(state().answer?.result.hits).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(3);
    search.refresh();
    search.setTyped('mik');
    expect(limits().slice(3)).toEqual(['mi 50', 'mik 12']);
    search.dispose();
  });

  it('are not asked for where there are none, nor after the end', async () => {
    const { search, asked, answer } = searching();
    search.setTyped('m');
    await answer(0, [hit('A', '')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
    search.setTyped('mi');
    await answer(1, [hit('A', '')], 9);
    search.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
  });
});

it('asks nothing while nothing is typed', () => {
  const { search, asked } = searching();
  search.setTyped('  ');
  search.refresh();
  expect(asked).toHaveLength(0);
});

it('leaves out what scanners put around a code', () => {
  expect(searchedText('\u000026ABC-123\r\n')).toBe('26ABC-123');
  expect(searchedText('  Mika  Aaltonen ')).toBe('Mika  Aaltonen');
  expect(searchedText('x'.repeat(900))).toHaveLength(500);
});
