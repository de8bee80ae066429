import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hit, ScanResult } from '../../../../contract/desk/directory.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import { createSearch, type SearchState, searchedText } from '../../../../renderer/state/search.ts';
import { no, ok } from '../../../gallery/fake-bridge.ts';
import { hit, result } from '../../../gallery/made-up.ts';

/** A search whose answers a test sets: `find` says whom the next questions find. */
function searching() {
  const asked: { query: string; loose: boolean; limit: number }[] = [];
  const askedAhead: typeof asked = [];
  let found: { hits: readonly Hit[]; total: number } | null = { hits: [], total: 0 };
  let lists = false;
  const search = createSearch(
    (query, loose, limit) => {
      asked.push({ query, loose, limit });
      return found === null ? no('bug') : ok(result(query, found.hits, found.total));
    },
    {
      askAhead: (query, loose, limit) => void askedAhead.push({ query, loose, limit }),
      listsWithoutText: () => lists,
      rowsInSight: () => 12,
    },
  );
  const states: SearchState[] = [];
  search.store.subscribe((state) => states.push(state));
  return {
    search,
    asked,
    askedAhead,
    states,
    state: () => search.store.getState(),
    setLists(next: boolean) {
      lists = next;
    },
    find(hits: readonly Hit[], total = hits.length) {
      found = { hits, total };
    },
    fail() {
      found = null;
    },
  };
}

describe('a text that is about to be typed', () => {
  it('has its people looked for ahead, by the very question that is asked when it is there', () => {
    const { search, asked, askedAhead, find } = searching();
    find([hit('Mika', 'mi')]);
    search.setTyped('mi');
    search.expect(' mik ');
    search.setTyped(' mik ');
    expect(askedAhead).toEqual([{ query: 'mik', loose: false, limit: 12 }]);
    expect(asked.slice(1)).toEqual(askedAhead);
  });

  it('asks nothing where nothing is looked for anew', () => {
    const { search, askedAhead } = searching();
    search.setTyped('mi');
    for (const text of ['mi ', '', ' ']) search.expect(text);
    expect(askedAhead).toEqual([]);
  });
});

describe('a letter and its list', () => {
  it('come at once: nobody sees the list of another text', () => {
    const { search, states, find } = searching();
    find([hit('Mika', 'mi')]);
    search.setTyped('mi');
    find([hit('Milo', 'mil')]);
    search.setTyped('mil ');
    expect(states).toHaveLength(2);
    expect(states.map(({ typed, text, answer }) => [typed, text, answer?.text])).toEqual([
      ['mi', 'mi', 'mi'],
      ['mil ', 'mil', 'mil'],
    ]);
    expect(states[1]?.activeUserId).toBe('Milo');
  });

  it('leave the list before them as it was where asking failed, and say so until it works again', () => {
    const { search, state, find, fail } = searching();
    find([hit('Mika', 'mi')]);
    search.setTyped('mi');
    fail();
    search.setTyped('mik');
    expect(state()).toMatchObject({
      text: 'mik',
      answer: { text: 'mi' },
      problem: { code: 'bug' },
      activeUserId: null,
    });
    search.move(1);
    expect(state().activeUserId).toBeNull();
    find([hit('Mika', 'mik')]);
    search.refresh();
    expect(state()).toMatchObject({ answer: { text: 'mik' }, problem: null, activeUserId: 'Mika' });
  });

  it('are gone with the text', () => {
    const { search, state, find } = searching();
    find([hit('Mika', 'mi')]);
    search.setTyped('mik');
    search.setTyped('');
    expect(state()).toMatchObject({ typed: '', text: '', answer: null, activeUserId: null });
  });
});

describe('a scan', () => {
  const scanned = (): { ask: () => Promise<Result<ScanResult>>; answer: (result: Result<ScanResult>) => void } => {
    let answer: (result: Result<ScanResult>) => void = () => undefined;
    const answered = new Promise<Result<ScanResult>>((resolve) => {
      answer = resolve;
    });
    return { ask: () => answered, answer };
  };

  it('shows whom it found, and what was looked for', async () => {
    const { search, state } = searching();
    const { ask, answer } = scanned();
    const done = search.scan(ask);
    answer(ok({ ...result('DOE JANE', [hit('Jane', '')]), searchedFor: 'DOE JANE' }));
    expect(await done).toBe(true);
    expect(state()).toMatchObject({ typed: 'DOE JANE', text: 'DOE JANE', activeUserId: 'Jane' });
  });

  it('comes too late where something was typed meanwhile', async () => {
    const { search, state, find } = searching();
    const { ask, answer } = scanned();
    const done = search.scan(ask);
    find([hit('Mika', 'mik')]);
    search.setTyped('mik');
    answer(ok({ ...result('100200', [hit('Jane', '')]), searchedFor: '100200' }));
    expect(await done).toBe(false);
    expect(state()).toMatchObject({ text: 'mik', activeUserId: 'Mika' });
  });

  it('is not disturbed by what is new in the directory, and its list is refreshed whole', async () => {
    const { search, asked, state, setLists, find } = searching();
    setLists(true);
    const { ask, answer } = scanned();
    const done = search.scan(ask);
    search.refresh();
    expect(asked).toEqual([]);
    answer(ok({ ...result('doe', [hit('Jane', '')], 30), searchedFor: 'doe' }));
    await done;
    find([hit('Jane', '')], 30);
    search.refresh();
    expect(asked).toEqual([{ query: 'doe', loose: false, limit: 50 }]);
    expect(state().answer?.result.total).toBe(30);
  });

  it('that fails says so', async () => {
    const { search, state } = searching();
    expect(await search.scan(async () => no('bug'))).toBe(false);
    expect(state()).toMatchObject({ text: '', problem: { code: 'bug' } });
  });

  it('that fails says so until something else is looked for, also where an empty box lists somebody', async () => {
    const { search, state, find, setLists } = searching();
    setLists(true);
    find([hit('Mika', '')]);
    await search.scan(async () => no('bug'));
    search.refresh();
    expect(state().problem?.code).toBe('bug');
    search.setTyped('');
    expect(state()).toMatchObject({ problem: null, answer: { text: '' } });
  });
});

describe('the row the arrows are on', () => {
  it('starts at the first, moves by one and stops at both ends', () => {
    const { search, state, find } = searching();
    find([hit('A', ''), hit('B', '')]);
    search.setTyped('m');
    search.move(-1);
    expect(state().activeUserId).toBe('A');
    search.move(1);
    search.move(1);
    expect(state().activeUserId).toBe('B');
  });

  it('stays on the same person when the list is refreshed in another order', () => {
    const { search, state, find } = searching();
    find([hit('A', ''), hit('B', '')]);
    search.setTyped('m');
    search.move(1);
    find([hit('B', ''), hit('A', '')]);
    search.refresh();
    expect(state().activeUserId).toBe('B');
  });

  it('goes back to the first with another text, whoever is in both lists', () => {
    const { search, state, find } = searching();
    find([hit('A', ''), hit('B', '')]);
    search.setTyped('m');
    search.move(1);
    search.setTyped('mi');
    expect(state().activeUserId).toBe('A');
  });
});

it('keeps the rows that say what they said, so that only the others are drawn anew', () => {
  const { search, state, states, find } = searching();
  find([hit('Mika', 'mi'), hit('Milo', 'mi')]);
  search.setTyped('mi');
  const before = state().answer?.result.hits;
  find([hit('Mika', 'mi'), { ...hit('Milo', 'mi'), roleNames: ['Staff'] }]);
  search.refresh();
  const after = state().answer?.result.hits;
  expect(after?.[0]).toBe(before?.[0]);
  expect(after?.[1]).toMatchObject({ userId: 'Milo', roleNames: ['Staff'] });
  search.refresh();
  expect(state().answer?.result.hits).toBe(after);
  expect(states).toHaveLength(2);
});

it('looks a second time when asked to, and with another text for the first time again', () => {
  const { search, asked, state, find } = searching();
  search.setTyped('mik');
  find([hit('Dominika', '', { slip: true })]);
  search.loosen();
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

it('lists somebody before anything is typed only where that is set, and means none of them', () => {
  const { search, asked, state, find, setLists } = searching();
  setLists(true);
  find([hit('Mika', '')]);
  search.refresh();
  expect(state()).toMatchObject({ text: '', activeUserId: null });
  expect(state().answer?.result.hits).toHaveLength(1);
  search.move(1);
  expect(state().activeUserId).toBe('Mika');
  search.setTyped('');
  expect(state().activeUserId).toBeNull();
  expect(asked).toHaveLength(2);
  setLists(false);
  search.refresh();
  expect(state().answer).toBeNull();
});

describe('rows out of sight', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for once the typing rests, and not for a text that is typed on', () => {
    const { search, asked, state, find } = searching();
    const limits = () => asked.map(({ query, limit }) => `${query} ${limit}`);
    find([hit('A', '')], 40);
    search.setTyped('m');
    vi.advanceTimersByTime(300);
    find([hit('A', '')], 30);
    search.setTyped('mi');
    vi.advanceTimersByTime(300);
    expect(limits()).toEqual(['m 12', 'mi 12']);
    find([hit('A', ''), hit('B', '')], 30);
    vi.advanceTimersByTime(100);
    expect(limits()).toEqual(['m 12', 'mi 12', 'mi 50']);
    expect(state().answer?.result.hits).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(asked).toHaveLength(3);
    search.refresh();
    search.setTyped('mik');
    expect(limits().slice(3)).toEqual(['mi 50', 'mik 12']);
    search.dispose();
  });

  it('are not asked for where there are none, nor after the end', () => {
    const { search, asked, find } = searching();
    find([hit('A', '')]);
    search.setTyped('m');
    vi.advanceTimersByTime(1000);
    expect(asked).toHaveLength(1);
    find([hit('A', '')], 9);
    search.setTyped('mi');
    search.dispose();
    vi.advanceTimersByTime(1000);
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
