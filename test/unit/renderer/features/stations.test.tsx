// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SignInState } from '../../../../contract/desk/sign-in.ts';
import type { StationDraft } from '../../../../contract/desk/stations.ts';
import { StationsPage } from '../../../../renderer/features/stations/stations-page.tsx';
import { AppContext } from '../../../../renderer/state/use-app.ts';
import { createWords, speak } from '../../../../renderer/words/words.ts';
import { WordsProvider } from '../../../../renderer/words/words-provider.tsx';
import { type Answers, no, ok } from '../../../gallery/fake-bridge.ts';
import * as madeUp from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const twoStations = madeUp.stationBook({
  builtIn: false,
  stations: [madeUp.stationDefinition(), madeUp.stationDefinition({ id: 's1', name: 'Vendor desk' })],
});
const lockedBook = madeUp.stationBook({ access: 'locked', stations: [], roles: [] });

async function openStations(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page: 'stations' }));
  await screen.findByRole('heading', { level: 1, name: 'Stations' });
  return { ...rendered, user: userEvent.setup() };
}
const draftsOf = (asked: (name: string) => unknown[]): StationDraft[] =>
  (asked('stations:save') as { draft: StationDraft }[]).map(({ draft }) => draft);

describe('the stations page', () => {
  it('makes a station by keyboard and mouse: a first step for all conventions, a switch, and what is shown', async () => {
    const { asked, user } = await openStations();
    await user.click(screen.getByRole('button', { name: 'New station' }));
    const form = await screen.findByRole('form', { name: 'New station' });
    const name = within(form).getByLabelText('Name');
    expect(document.activeElement).toBe(name);
    // At a machine's pace it would be a scan.
    const hand = userEvent.setup({ delay: 60 });
    await hand.type(name, 'Volunteer HQ');
    const first = within(form).getByRole('group', { name: 'First step' });
    await hand.type(within(first).getByLabelText('Words on the button'), 'Check in');
    await user.selectOptions(within(first).getByLabelText('Another role'), 'Checked in');
    await user.click(within(first).getByRole('button', { name: 'Add this role' }));
    await user.selectOptions(within(first).getByLabelText(/Where .*Checked in.* is given/), 'all conventions');
    await user.click(within(first).getByRole('radio', { name: 'Do it at once' }));
    await user.selectOptions(await within(form).findByRole('combobox', { name: 'Another switch' }), 'Vendor');
    await user.click(within(form).getByRole('button', { name: 'Add this switch' }));
    await user.click(within(form).getByRole('checkbox', { name: /E-mail/ }));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asked('stations:save')).toHaveLength(1));
    expect(draftsOf(asked)[0]).toMatchObject({
      id: null,
      name: 'Volunteer HQ',
      primaryRecipe: {
        name: 'Check in',
        changes: [{ roleId: 'checked-in', wanted: 'held', roleScope: 'global' }],
        scanRunsIt: true,
      },
      roleIds: ['vendor'],
      columns: ['username', 'phone', 'place', 'roles'],
    });
  });

  it('says what is wrong at its place, and moves the eyes there', async () => {
    const { user } = await openStations({
      'stations:save': () =>
        ok({
          kind: 'problems',
          problems: [
            { at: 'name', recipe: null, what: 'taken', other: null },
            { at: 'recipe', recipe: 0, what: 'no-role', other: null },
          ],
        }),
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const alert = (await screen.findByText('2 things have to be put right first.')).closest('[role="alert"]');
    expect(alert).toBe(document.activeElement);
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    const first = screen.getByRole('group', { name: 'First step' });
    expect(within(first).getByText('This button does nothing yet. Add a role.')).toBeTruthy();
  });

  it('leaves the keyboard where it was when a new station is saved, and says so', async () => {
    let book = madeUp.stationBook();
    const { user } = await openStations({
      'stations:book': () => ok(book),
      'stations:save': ({ draft }) => {
        const primaryRecipe = { ...madeUp.recipe, id: 'r1', scanRunsIt: false };
        const made = madeUp.stationDefinition({ id: 's1', name: draft.name, primaryRecipe });
        book = { ...book, builtIn: false, stations: [...book.stations, made] };
        return ok({ kind: 'saved', stationId: 's1', warnings: [] });
      },
    });
    await user.click(screen.getByRole('button', { name: 'New station' }));
    const form = await screen.findByRole('form', { name: 'New station' });
    const status = within(form).getByRole('status');
    const words = within(form).getByLabelText('Words on the button');
    await user.click(words);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(status.textContent).toBe('Saved.'));
    // A region that is not there before what it says is heard by nobody.
    expect(status.isConnected).toBe(true);
    expect(document.activeElement).toBe(words);
  });

  it('puts switches in the order of their number keys', async () => {
    const { asked, user } = await openStations();
    await user.click(screen.getByRole('button', { name: /Move .*Vendor.* up/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(draftsOf(asked)).toHaveLength(1));
    expect(draftsOf(asked)[0]?.roleIds.slice(0, 2)).toEqual(['vendor', 'staff']);
  });

  it('names a role that is gone and what to do about it', async () => {
    const gone = madeUp.stationDefinition({
      roleIds: ['gone'],
      roleNames: [{ roleId: 'gone', roleName: 'Old role' }],
    });
    await openStations({ 'stations:book': () => ok(madeUp.stationBook({ stations: [gone] })) });
    expect(await screen.findByText(/Old role.* \(gone\)/)).toBeTruthy();
    expect(screen.getByText(/The service no longer has it/)).toBeTruthy();
  });

  it('uses, copies, moves, removes and brings back', async () => {
    const { asked, user, fake } = await openStations({ 'stations:book': () => ok(twoStations) });
    await user.click(await screen.findByRole('button', { name: 'Vendor desk' }));
    await user.click(await screen.findByRole('button', { name: /Use .*Vendor desk.* here/ }));
    await user.click(screen.getByRole('button', { name: 'Duplicate' }));
    await user.click(screen.getByRole('button', { name: /Move .*Vendor desk.* up/ }));
    act(() => void 0);
    expect(asked('stations:choose')).toEqual([{ stationId: 's1' }]);
    expect(asked('stations:duplicate')).toEqual([{ stationId: 's1' }]);
    expect(asked('stations:move')).toEqual([{ stationId: 's1', to: 0 }]);
    await user.click(screen.getByRole('button', { name: 'Vendor desk' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(asked('stations:remove')).toEqual([{ stationId: 's1' }]);
    act(() => fake.publish('stations:book-changed', madeUp.stationBook({ removed: 'Vendor desk' })));
    await user.click(await screen.findByRole('button', { name: 'Bring it back' }));
    expect(asked('stations:restore')).toHaveLength(1);
  });

  it('calls Rolecall’s own station by its name in the language of the screen, whatever is done with it', async () => {
    const { app } = await renderApp({
      'stations:book': () => ok({ ...twoStations, currentId: 's1', removed: 'Front desk' }),
    });
    const words = createWords({ strict: true });
    await speak(words, 'de-DE');
    await act(async () => {
      render(
        <WordsProvider words={words}>
          <AppContext value={app}>
            <StationsPage />
          </AppContext>
        </WordsProvider>,
      );
    });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Empfang' }));
    expect(await screen.findByRole('button', { name: /Empfang.* hier verwenden/ })).toBeTruthy();
    expect(screen.getByText(/Empfang.* wurde entfernt/)).toBeTruthy();
  });

  describe('with something unsaved in the form', () => {
    const hand = userEvent.setup({ delay: 60 });
    const nameField = (): HTMLInputElement => screen.getByLabelText('Name');
    async function changeTheName(answers: Answers = {}) {
      const rendered = await openStations({ 'stations:book': () => ok(twoStations), ...answers });
      await hand.type(nameField(), '!');
      return rendered;
    }

    it('asks before another station takes its place, and goes on with the same where it is kept', async () => {
      const { user } = await changeTheName();
      const other = screen.getByRole('button', { name: 'Vendor desk' });
      act(() => other.focus());
      await user.keyboard('{Enter}');
      const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
      const keep = within(question).getByRole('button', { name: 'Keep editing' });
      await waitFor(() => expect(document.activeElement).toBe(keep));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(document.activeElement).toBe(other));
      expect(nameField().value).toBe('Front desk!');
      await user.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep editing'));
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(nameField().value).toBe('Front desk!');
    });

    it('discards it by keyboard, and the keyboard is where it would have been', async () => {
      const { user } = await changeTheName();
      act(() => screen.getByRole('button', { name: 'New station' }).focus());
      await user.keyboard('{Enter}');
      const question = await screen.findByRole('alertdialog');
      act(() => within(question).getByRole('button', { name: 'Discard changes' }).focus());
      await user.keyboard('{Enter}');
      await screen.findByRole('form', { name: 'New station' });
      await waitFor(() => expect(document.activeElement).toBe(nameField()));
      expect(nameField().value).toBe('');
      await user.click(screen.getByRole('button', { name: 'Vendor desk' }));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(nameField().value).toBe('Vendor desk');
    });

    it('asks nothing once it is as before again, as where a scan was taken out of it', async () => {
      const { user } = await changeTheName();
      await hand.type(nameField(), '{Backspace}');
      await user.click(screen.getByRole('button', { name: 'Vendor desk' }));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(nameField().value).toBe('Vendor desk');
    });

    it('asks before signing out', async () => {
      const { asked, user } = await changeTheName();
      await user.click(screen.getByRole('button', { name: 'Menu' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      expect(asked('sign-in:sign-out')).toEqual([]);
    });

    it('asks before another connection is used, whose stations are others', async () => {
      const { app, asked, user } = await changeTheName();
      act(() => app.screen.setState({ page: 'connections' }));
      const [use] = await screen.findAllByRole('button', { name: /^Use / });
      if (use === undefined) throw new Error('There is no other connection.');
      await user.click(use);
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      expect(asked('connections:use')).toEqual([]);
    });

    it('asks before a desk link or a file sets up another connection', async () => {
      const { app, asked, user, fake } = await changeTheName();
      const incoming = { kind: 'opened', name: 'Nova Con', host: 'nova.example', replaces: null } as const;
      act(() => fake.publish('connections:changed', madeUp.connections({ incoming })));
      await user.click(await screen.findByRole('button', { name: 'Use it' }));
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      expect(asked('connections:accept-offer')).toEqual([]);
      await user.click(await screen.findByRole('button', { name: 'Use it' }));
      const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
      await user.click(within(question).getByRole('button', { name: 'Discard changes' }));
      await waitFor(() => expect(asked('connections:accept-offer')).toHaveLength(1));
      act(() => fake.publish('connections:changed', madeUp.connections()));

      act(() => app.screen.setState({ page: 'stations' }));
      await hand.type(nameField(), '!');
      act(() => app.screen.setState({ page: 'connections' }));
      await user.click(await screen.findByRole('button', { name: 'Add from a file' }));
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      act(() => app.connectionPages.show({ kind: 'paste' }));
      await user.click(await screen.findByRole('button', { name: 'Choose a file' }));
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      expect(asked('connections:choose-file')).toEqual([]);
    });

    describe('and the window is closed', () => {
      /** True: the page lets it be closed. */
      const closes = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

      it('is asked about first, and closes once it may be discarded', async () => {
        const { user } = await changeTheName();
        const close = vi.spyOn(window, 'close').mockImplementation(() => expect(closes()).toBe(true));
        act(() => expect(closes()).toBe(false));
        const keep = await screen.findByRole('button', { name: 'Keep editing' });
        expect(keep.closest('[role="alertdialog"]')?.contains(document.activeElement)).toBe(true);
        await user.click(keep);
        expect(nameField().value).toBe('Front desk!');
        expect(close).not.toHaveBeenCalled();
        act(() => expect(closes()).toBe(false));
        const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
        await user.click(within(question).getByRole('button', { name: 'Discard changes' }));
        expect(close).toHaveBeenCalledOnce();
        close.mockRestore();
      });

      it('keeps no window open where nothing is unsaved, or nobody can be asked', async () => {
        const { fake } = await openStations();
        expect(closes()).toBe(true);
        await hand.type(await screen.findByLabelText('Name'), '!');
        act(() => fake.publish('sign-in:changed', madeUp.locked()));
        expect(closes()).toBe(true);
      });
    });

    it('is answered with no by a scan, and waits on the page of the stations', async () => {
      const { app, user } = await changeTheName();
      await user.click(screen.getByRole('button', { name: 'New station' }));
      await screen.findByRole('alertdialog');
      act(() => app.scan('100200', 0));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      act(() => app.screen.setState({ page: 'stations' }));
      expect(nameField().value).toBe('Front desk!');
    });

    it('has it still once the desk is unlocked by the same person, and not for another one', async () => {
      const { app, fake } = await changeTheName();
      const meanwhile = (state: SignInState): void => {
        act(() => fake.publish('sign-in:changed', state));
        act(() => fake.publish('sign-in:changed', madeUp.signedIn()));
        act(() => app.screen.setState({ page: 'stations' }));
      };
      meanwhile(madeUp.locked());
      expect(nameField().value).toBe('Front desk!');
      meanwhile({
        kind: 'signed-out',
        notice: null,
        kept: 'keyring',
        comesBackByItself: true,
        linksOpenWith: 'rolecall',
      });
      expect(nameField().value).toBe('Front desk');
    });
  });

  it.each(['desk', 'stations'] as const)(
    'says where it was asked why the bar’s menu did not change over: %s',
    async (page) => {
      const { app, asked } = await renderApp({
        'stations:book': () => ok(twoStations),
        'stations:choose': () => no('storage-unwritable'),
      });
      act(() => app.screen.setState({ page }));
      const user = userEvent.setup();
      await user.click(await screen.findByRole('button', { name: /^Station: / }));
      await user.click(await screen.findByRole('menuitemradio', { name: 'Vendor desk' }));
      expect(asked('stations:choose')).toEqual([{ stationId: 's1' }]);
      const main = await screen.findByRole('main');
      expect(await within(main).findByText(/can’t write to its folder/u)).toBeTruthy();
      // Once it was seen where it was asked, it is not said elsewhere again.
      act(() => app.screen.setState({ page: page === 'desk' ? 'stations' : 'desk' }));
      expect(within(await screen.findByRole('main')).queryByText(/can’t write to its folder/u)).toBeNull();
    },
  );

  it('says no more behind a lock what went wrong before it', async () => {
    const { app, fake } = await openStations({ 'stations:choose': () => no('bad-input') });
    await act(() => app.stations.choose('s1'));
    expect(app.stations.store.getState().failure?.code).toBe('bad-input');
    act(() => fake.publish('sign-in:changed', madeUp.locked()));
    expect(app.stations.store.getState().failure).toBeNull();
  });

  it('sets the administrator’s PIN twice the same', async () => {
    const { asked, user } = await openStations();
    await user.click(screen.getByRole('button', { name: 'Set a PIN' }));
    await user.type(await screen.findByLabelText('New administrator’s PIN'), '246810');
    await user.type(screen.getByLabelText('The same once more'), '24681{Enter}');
    expect(await screen.findByText(/The two are not the same/)).toBeTruthy();
    await user.type(screen.getByLabelText('The same once more'), '246810{Enter}');
    await waitFor(() => expect(asked('stations:set-pin')).toEqual([{ pin: '246810' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a helper, where an administrator set a PIN', () => {
  const locked: Answers = { 'stations:book': () => ok(lockedBook) };

  it('sees which station it is, and no way to lists, connections, stations and settings', async () => {
    await renderApp(locked);
    const user = userEvent.setup();
    expect(screen.getByRole('button', { name: /Station: .*Front desk/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    for (const hidden of ['Lists', 'Stations', 'Connections', 'State of this connection', 'Settings']) {
      expect(items).not.toContain(hidden);
    }
    expect(items).toContain('Unlock for administrators');
    expect(items).toContain('Activity');
  });

  it.each(['lists', 'stations', 'connections', 'settings'] as const)(
    'finds the page of %s locked, however they got there',
    async (page) => {
      const { app, asked } = await renderApp({ ...locked, 'stations:unlock': () => no('pin-wrong') });
      const user = userEvent.setup();
      act(() => app.screen.setState({ page }));
      expect(await screen.findByText('This page is for administrators.')).toBeTruthy();
      const field = screen.getByLabelText('Administrator’s PIN');
      expect(document.activeElement).toBe(field);
      await user.type(field, '1111{Enter}');
      expect((await screen.findByText(/That is not the PIN/)).closest('[role="alert"]')).toBeTruthy();
      expect(asked('stations:unlock')).toEqual([{ pin: '1111' }]);
    },
  );

  it('uses up one try, however often Enter is pressed', async () => {
    let refuse = (): void => {};
    const { app, asked } = await renderApp({
      ...locked,
      'stations:unlock': () =>
        new Promise((resolve) => {
          refuse = () => resolve(no('pin-wrong'));
        }),
    });
    const user = userEvent.setup();
    act(() => app.screen.setState({ page: 'settings' }));
    await user.type(await screen.findByLabelText('Administrator’s PIN'), '1111{Enter}{Enter}');
    expect(asked('stations:unlock')).toEqual([{ pin: '1111' }]);
    await act(async () => refuse());
    expect(await screen.findByText(/That is not the PIN/)).toBeTruthy();
    // A second one is heard too: what was wrong with the first goes away before.
    await user.type(screen.getByLabelText('Administrator’s PIN'), '2222{Enter}');
    expect(screen.queryByText(/That is not the PIN/)).toBeNull();
  });

  it('is asked for the PIN by the button of the station, and what it was for goes on then', async () => {
    let access: 'locked' | 'unlocked' = 'locked';
    const { asked } = await renderApp({
      'stations:book': () => ok(access === 'locked' ? lockedBook : { ...twoStations, access }),
      'stations:unlock': () => {
        access = 'unlocked';
        return ok({});
      },
    });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /Station: .*Front desk/ }));
    await user.type(await screen.findByLabelText('Administrator’s PIN'), '246810{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: /Station: .*Front desk/ }));
    const inUse = await screen.findByRole('menuitemradio', { checked: true });
    expect(inUse.textContent).toBe('Front desk');
    await user.click(screen.getByRole('menuitemradio', { name: 'Vendor desk' }));
    expect(asked('stations:choose')).toEqual([{ stationId: 's1' }]);
  });
});

it('who wants to practise from the sign-in screen is asked for the PIN there: it has no menu', async () => {
  const { asked } = await renderApp({
    'sign-in:read': () =>
      ok({ kind: 'signed-out', notice: null, kept: 'keyring', comesBackByItself: true, linksOpenWith: 'rolecall' }),
    'connections:read': () => ok(madeUp.realOnly()),
    'stations:book': () => ok(lockedBook),
    'stations:unlock': () => ok({}),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Practise first' }));
  expect(asked('connections:use')).toEqual([]);
  await user.type(await screen.findByLabelText('Administrator’s PIN'), '246810{Enter}');
  await waitFor(() => expect(asked('connections:use')).toEqual([{ connectionId: 'practice' }]));
});

describe('the desk of a station', () => {
  it('shows its further buttons, what is done of them, and none of what it hides', async () => {
    const furtherRecipes = [
      { ...madeUp.recipe, id: 'r2', name: 'Check in + NDA' },
      { ...madeUp.recipe, id: 'r3', name: 'Give badge' },
    ];
    const { app, asked } = await renderApp({
      'stations:read': () => ok(madeUp.station({ furtherRecipes, columns: ['place'] })),
      'directory:open': ({ userId }) =>
        ok(
          madeUp.view(userId, {
            furtherRecipes: [
              { recipeId: 'r2', progress: madeUp.role('NDA signed') },
              { recipeId: 'r3', progress: madeUp.given('Badge', 1) },
            ],
          }),
        ),
    });
    const user = userEvent.setup();
    act(() => app.desk.openPerson('Mika Aaltonen'));
    const card = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    await user.click(within(card).getByRole('button', { name: 'Check in + NDA' }));
    expect(asked('role-changes:run-recipe')).toEqual([{ userId: 'Mika Aaltonen', recipeId: 'r2' }]);
    expect(within(card).queryByRole('button', { name: 'Give badge' })).toBeNull();
    expect(within(card).getByText('Give badge')).toBeTruthy();
    expect(within(card).queryByText(/nordlys/)).toBeNull();
    expect(within(card).queryByText(/aalto\.example/)).toBeNull();
    expect(within(card).getByText(/Oulu/)).toBeTruthy();
  });

  it('says which of its roles the service no longer has', async () => {
    await renderApp({ 'stations:read': () => ok(madeUp.station({ missingRoles: ['Vendor'] })) });
    expect(await screen.findByText(/names a role that the service no longer has: .*Vendor/)).toBeTruthy();
  });
});
