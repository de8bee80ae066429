// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../../../renderer/bridge.ts';
import { Wall } from '../../../../renderer/features/rush-board/wall.tsx';
import { createBoardWindowFeed } from '../../../../renderer/state/rush-board.ts';
import { createWords } from '../../../../renderer/words/words.ts';
import { WordsProvider } from '../../../../renderer/words/words-provider.tsx';
import { type Answers, createFakeBridge, no, ok } from '../../../gallery/fake-bridge.ts';
import { lastAct, now, offline, roleChanges, rushBoard, stationBook } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function openBoard(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  await act(async () => rendered.app.screen.setState({ page: 'rush-board' }));
  await screen.findByRole('heading', { name: 'Rush board' });
  return { ...rendered, user: userEvent.setup() };
}

describe('the rush board’s page', () => {
  it('says the numbers, and asks to be told only while it is shown', async () => {
    const { app, asked } = await openBoard();
    expect(await screen.findByText('1,184')).toBeTruthy();
    expect(screen.getByText(/^of 2,000 in the list/)).toBeTruthy();
    expect(screen.getByText(/^the last at about/)).toBeTruthy();
    expect(screen.getByText('14 s')).toBeTruthy();
    expect(asked('rush-board:watch')).toEqual([{ watching: true }]);
    await act(async () => app.screen.setState({ page: 'desk' }));
    await waitFor(() => expect(asked('rush-board:watch').at(-1)).toEqual({ watching: false }));
  });

  it('counts arrivals by the same five minutes as the bars, and says what came since', async () => {
    const at = new Date(2026, 7, 14, 10, 32).getTime();
    const from = (hour: number, minute: number): number => new Date(2026, 7, 14, hour, minute).getTime();
    const bar = (start: number, people: number) => ({ start, here: people, elsewhere: 0, estimated: false });
    const board = (running: number) =>
      rushBoard({ at, intervals: [bar(from(10, 20), 5), bar(from(10, 25), 4), bar(from(10, 30), running)] });
    const { fake } = await openBoard({ 'rush-board:read': () => ok(board(6)), 'rush-board:watch': () => ok(board(6)) });
    const figure = (): string | undefined =>
      screen.getByText('Arrivals 10:25 to 10:30').parentElement?.textContent ?? '';
    await screen.findByText('Arrivals 10:25 to 10:30');
    expect(figure()).toBe('Arrivals 10:25 to 10:3046 since 10:30, the most today');
    await act(async () => fake.publish('rush-board:changed', board(2)));
    expect(figure()).toBe('Arrivals 10:25 to 10:3042 since 10:30 · busiest 10:20 with 5');
  });

  it('does not say that nobody came beside those who came before midnight', async () => {
    const at = new Date(2026, 7, 15, 0, 2).getTime();
    const start = new Date(2026, 7, 14, 23, 55).getTime();
    const board = (people: number) =>
      rushBoard({ at, intervals: [{ start, here: people, elsewhere: 0, estimated: false }] });
    const { fake } = await openBoard({ 'rush-board:read': () => ok(board(7)), 'rush-board:watch': () => ok(board(7)) });
    const figure = (): string | null | undefined =>
      screen.getByText('Arrivals 23:55 to 00:00').parentElement?.textContent;
    await screen.findByText('Arrivals 23:55 to 00:00');
    expect(figure()).toBe('Arrivals 23:55 to 00:0070 since 00:00');
    await act(async () => fake.publish('rush-board:changed', board(0)));
    expect(figure()).toBe('Arrivals 23:55 to 00:000nobody has come yet');
  });

  it('says of an empty list that it is empty, not that everybody is here', async () => {
    const board = rushBoard({
      checkedIn: { confirmed: 0, waiting: 0 },
      expected: { people: 0, from: 'directory' },
      lastArrival: { kind: 'none', because: 'list-empty' },
    });
    await openBoard({ 'rush-board:read': () => ok(board), 'rush-board:watch': () => ok(board) });
    expect((await screen.findByText('Still to come')).parentElement?.textContent).toBe(
      'Still to come0nobody is in the list',
    );
  });

  it('has every bar in a table, heard while the chart is shown and seen when asked for', async () => {
    const { user } = await openBoard();
    const table = await screen.findByRole('table', { name: 'Arrivals per 5 minutes' });
    expect(table.closest('.only-spoken')).not.toBeNull();
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(25);
    // The newest first: nine came in the five minutes that still run.
    expect(rows[1]?.textContent).toMatch(/459.*still running/);
    await user.click(screen.getByRole('button', { name: 'As a table' }));
    expect((await screen.findByRole('table')).className).toBe('arrivals');
    expect(document.querySelector('svg.bars')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'As a chart' }));
    expect(document.querySelector('svg.bars')).not.toBeNull();
  });

  it('follows events, not the clock', async () => {
    const { fake } = await openBoard();
    await screen.findByText('1,184');
    await act(async () =>
      fake.publish('rush-board:changed', rushBoard({ checkedIn: { confirmed: 1_200, waiting: 0 } })),
    );
    expect(screen.getByText('1,200')).toBeTruthy();
  });

  it('shows the board in full screen by button and by F11, and takes it away the same way', async () => {
    const { asked, fake, user } = await openBoard();
    await user.click(await screen.findByRole('button', { name: 'Full screen' }));
    expect(asked('rush-board:show')).toHaveLength(1);
    await act(async () => fake.publish('rush-board:changed', rushBoard({ display: 'own' })));
    expect(screen.getByText(/stays there while the desk is locked/)).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'F11' });
    await waitFor(() => expect(asked('rush-board:hide')).toHaveLength(1));
  });

  it('takes the number of expected people, and says what is no number', async () => {
    const { asked, user } = await openBoard();
    await user.click(await screen.findByRole('button', { name: 'Change how many are expected' }));
    const field = await screen.findByRole('textbox', { name: 'People expected' });
    await user.type(field, 'many');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(/Give a whole number/)).closest('[aria-live]')).not.toBeNull();
    expect(asked('rush-board:expect')).toEqual([]);
    await user.clear(field);
    await user.type(field, '1,500');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asked('rush-board:expect')).toEqual([{ people: 1500 }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves that number to the administrator where there is one', async () => {
    await openBoard({ 'stations:book': () => ok(stationBook({ access: 'locked' })) });
    await screen.findByText('1,184');
    expect(screen.queryByRole('button', { name: 'Change how many are expected' })).toBeNull();
  });

  it('says what it can’t tell', async () => {
    await openBoard({
      'rush-board:watch': () =>
        ok(
          rushBoard({
            pace: null,
            lastArrival: { kind: 'none', because: 'too-few' },
            missed: { people: 43, from: now() - 7_200_000, to: now() - 3_600_000 },
          }),
        ),
    });
    expect(await screen.findByText(/^43 people were checked in at other desks/)).toBeTruthy();
    expect(screen.getByText('too few came lately for an estimate')).toBeTruthy();
    expect(screen.getByText('shown after five people in a row')).toBeTruthy();
  });

  it.each([
    [1_995, 'of 2,000 in the list · 99%'],
    [2_000, 'of 2,000 in the list · 100%'],
    [2_004, 'of 2,000 in the list · 100%'],
    [1_000, 'of 2,000 in the list · 50%'],
  ])('says a hundred per cent once everybody is in: %i', async (confirmed, words) => {
    const expected = { people: 2_000, from: 'directory' } as const;
    await openBoard({ 'rush-board:watch': () => ok(rushBoard({ checkedIn: { confirmed, waiting: 0 }, expected })) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('does not take yesterday’s last look at other desks for today’s', async () => {
    const at = new Date(2026, 7, 14, 9, 0).getTime();
    const seenAt = new Date(2026, 7, 13, 18, 3, 22).getTime();
    await openBoard({ 'rush-board:watch': () => ok(rushBoard({ at, elsewhereSeenAt: seenAt })) });
    expect((await screen.findByText(/^Other desks are seen when/)).textContent).toMatch(/last at .?Thu.* 18:03/);
  });

  it('says when it could not be shown', async () => {
    const { user } = await openBoard({ 'rush-board:show': () => no('bug') });
    await user.click(await screen.findByRole('button', { name: 'Full screen' }));
    expect(await screen.findByText('Something went wrong inside Rolecall.')).toBeTruthy();
  });
});

describe('the board on the wall', () => {
  afterEach(cleanup);

  it('asks for nothing but the board, and can be closed', async () => {
    const fake = createFakeBridge();
    const program = createProgram(fake.bridge);
    const feed = createBoardWindowFeed(program);
    const stop = feed.start();
    await act(async () => {
      render(
        <WordsProvider words={createWords()}>
          <Wall program={program} feed={feed} />
        </WordsProvider>,
      );
    });
    expect(await screen.findByText('Aurora Con 2026')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close (Esc)' }));
    expect(fake.asked.map(({ name }) => name)).toEqual(['rush-board:read', 'rush-board:hide']);
    stop();
    expect(fake.listeners()).toBe(0);
  });
});

describe('being offline', () => {
  const answers: Answers = {
    'connections:read': () => ok(offline()),
    'role-changes:read': () => ok(roleChanges({ waiting: 0, sending: 1, lastAct: lastAct({ state: 'sending' }) })),
  };

  it('is explained where the pill says so, with the ways on', async () => {
    const { app } = await renderApp(answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Offline: what it means' }));
    const dialog = await screen.findByRole('dialog', { name: /^Offline since/ });
    expect(dialog.textContent).toContain('1 change is kept on this computer.');
    await user.click(screen.getByRole('button', { name: 'Show what is waiting' }));
    expect(app.screen.getState().page).toBe('activity');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the connection, also with nothing waiting', async () => {
    const { app } = await renderApp({ 'connections:read': () => ok(offline()) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Offline: what it means' }));
    expect(screen.queryByRole('button', { name: 'Show what is waiting' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'State of this connection' }));
    expect(app.screen.getState().page).toBe('connections');
    expect(app.connectionPages.view.getState()).toEqual({ kind: 'details', connectionId: 'aurora' });
  });

  it('is closed by a scan', async () => {
    const { app } = await renderApp(answers);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Offline: what it means' }));
    await screen.findByRole('dialog');
    await act(async () => app.scan('1042', 0));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is heard with the last act: kept, not on its way', async () => {
    await renderApp(answers);
    const spoken = await waitFor(() => {
      const region = document.querySelector('[aria-live="polite"]');
      expect(region?.textContent).toMatch(/goes out when the network is back/);
      return region?.textContent ?? '';
    });
    expect(spoken).not.toMatch(/sending/);
  });
});
