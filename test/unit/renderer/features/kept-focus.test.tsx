// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { StationBook } from '../../../../contract/desk/stations.ts';
import type { Page } from '../../../../renderer/state/page.ts';
import { type Answers, ok } from '../../../gallery/fake-bridge.ts';
import * as madeUp from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function openPage(page: Page, answers: Answers) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page }));
  const user = userEvent.setup();
  const button = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });
  const press = async (name: string | RegExp): Promise<void> => {
    const pressed = await button(name);
    act(() => pressed.focus());
    await user.keyboard('{Enter}');
  };
  return { ...rendered, user, button, press };
}
const focused = (): Element | null => document.activeElement;

describe('the focus, when what has it goes away', () => {
  it('is at the beginning of the form whose changes are discarded', async () => {
    const { press } = await openPage('stations', { 'stations:book': () => ok(madeUp.threeStations()) });
    await userEvent.setup({ delay: 60 }).type(await screen.findByLabelText('Name'), '!');
    await press('Discard changes');
    const name: HTMLInputElement = screen.getByLabelText('Name');
    expect(name.value).toBe('Front desk');
    await waitFor(() => expect(focused()).toBe(name));
  });

  it('is on the list, once a new station is discarded', async () => {
    const { app, press, button } = await openPage('stations', { 'stations:book': () => ok(madeUp.threeStations()) });
    await press('New station');
    await userEvent.setup({ delay: 60 }).type(await screen.findByLabelText('Name'), 'I');
    await press('Discard changes');
    expect(app.stations.store.getState().form).toBeNull();
    const first = await button('Front desk');
    await waitFor(() => expect(focused()).toBe(first));
  });

  it('is on the next thing to do, where a station is put to use or removed', async () => {
    let book: StationBook = madeUp.threeStations();
    const { app, fake, press, button } = await openPage('stations', { 'stations:book': () => ok(book) });
    const tell = (next: StationBook): void => {
      book = next;
      act(() => fake.publish('stations:book-changed', book));
    };
    await press('Vendor desk');
    await press(/^Use .*Vendor desk.* here$/);
    tell({ ...book, currentId: 's1' });
    const duplicate = await button('Duplicate');
    await waitFor(() => expect(focused()).toBe(duplicate));
    await press('Remove');
    await waitFor(() => expect(app.stations.store.getState().form).toBeNull());
    const first = await button('Front desk');
    await waitFor(() => expect(focused()).toBe(first));
  });

  it('is on the next row of the activity where one was dismissed, and on the one before behind the last', async () => {
    let rows = ['3', '2', '1'].map((id) => madeUp.activityRow(id, { state: 'refused' }));
    const { fake, user } = await openPage('activity', { 'role-changes:list': () => ok({ rows, more: false }) });
    const dismissed = async (place: number): Promise<HTMLElement[]> => {
      const pressed = (await screen.findAllByRole('button', { name: /^Dealt/ }))[place];
      act(() => pressed?.focus());
      await user.keyboard('{Enter}');
      rows = rows.toSpliced(place, 1);
      act(() => fake.publish('role-changes:changed', madeUp.roleChanges()));
      await waitFor(() => expect(pressed?.isConnected).toBe(false));
      return screen.getAllByRole('row').slice(1);
    };
    const [next] = await dismissed(0);
    await waitFor(() => expect(focused()).toBe(next));
    const [before] = await dismissed(1);
    await waitFor(() => expect(focused()).toBe(before));
  });

  it('is on the button that takes the place of another', async () => {
    let paused = false;
    const { fake, press, button } = await openPage('lists', {
      'lists:read': () => ok(madeUp.lists({ runs: [madeUp.listRun({ waiting: 3, confirmed: 466, paused })] })),
    });
    await press('Pause');
    paused = true;
    act(() =>
      fake.publish('lists:changed', madeUp.lists({ runs: [madeUp.listRun({ waiting: 3, confirmed: 466, paused })] })),
    );
    const goOn = await button('Go on');
    await waitFor(() => expect(focused()).toBe(goOn));
  });

  it('is on the list that was just read, and on none of its buttons', async () => {
    const { fake, press } = await openPage('lists', { 'lists:read': () => ok(madeUp.lists()) });
    await press('Look at the list');
    act(() => fake.publish('lists:changed', madeUp.lists({ draft: madeUp.listDraft() })));
    const read = await screen.findByRole('region', { name: 'What the list would change' });
    await waitFor(() => expect(focused()).toBe(read));
  });

  it('stays on the row of the checks that is being looked at', async () => {
    const resting = madeUp.preflight();
    const { fake } = await openPage('preflight', { 'preflight:read': () => ok(resting) });
    const again = (await screen.findAllByRole('button', { name: /^(Check|Check again)$/ }))[1];
    const row = again?.closest('li');
    act(() => again?.focus());
    const rows = resting.rows.map((each) => ({ ...each, progress: 'running' as const }));
    act(() => fake.publish('preflight:changed', { ...resting, rows }));
    expect(again?.isConnected).toBe(false);
    await waitFor(() => expect(focused()).toBe(row));
  });

  it('is at the beginning of the page that is opened in place of another', async () => {
    const { press } = await openPage('connections', { 'connections:read': () => ok(madeUp.realOnly()) });
    await press(/^Details/);
    const back = within(screen.getByRole('main')).getAllByRole('button')[0];
    await waitFor(() => expect(focused()).toBe(back));
  });

  it('stays away where nobody had it any more', async () => {
    const { fake } = await openPage('stations', { 'stations:book': () => ok(madeUp.threeStations()) });
    const use = await screen.findByRole('button', { name: 'Vendor desk' });
    act(() => use.focus());
    await act(async () => use.blur());
    act(() => fake.publish('stations:book-changed', madeUp.stationBook()));
    await waitFor(() => expect(use.isConnected).toBe(false));
    expect(focused()).toBe(document.body);
  });
});
