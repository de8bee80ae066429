// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '../../../gallery/fake-bridge.ts';
import { activityRow, lastAct, roleChanges, view } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

/** Without the signs that keep names and numbers apart from the direction of the text around them. */
const bare = (text: string | null | undefined): string => (text ?? '').replace(/[\u2066-\u2069]/gu, '');

it('the activity tells two people of one name apart, to eyes and on the buttons', async () => {
  const rows = ['10044', '10283'].map((userId, index) =>
    activityRow(String(index + 1), { userId, displayName: 'Noah Price' }),
  );
  const { app } = await renderApp({ 'role-changes:list': () => ok({ rows, more: false }) });
  act(() => app.screen.setState({ page: 'activity' }));
  const shown = (await screen.findAllByRole('row')).slice(1);
  expect(shown.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    expect.stringMatching(/^Noah Price Badge number 10044/),
    expect.stringMatching(/^Noah Price Badge number 10283/),
  ]);
  expect(shown.map((row) => bare(within(row).getByRole('button').getAttribute('aria-label')))).toEqual([
    'Undo Checked in for Noah Price 10044',
    'Undo Checked in for Noah Price 10283',
  ]);
});

it('who undoes in the activity by keyboard stays on the row, whose button goes', async () => {
  let undoable = true;
  const { asked, app, fake } = await renderApp({
    'role-changes:list': () => ok({ rows: [activityRow('1', { undoable })], more: false }),
  });
  act(() => app.screen.setState({ page: 'activity' }));
  const button = await screen.findByRole('button', { name: /^Undo / });
  const row = button.closest('tr');
  act(() => button.focus());
  await userEvent.setup().keyboard('{Enter}');
  expect(asked('role-changes:undo')).toEqual([{ actId: 'act-1' }]);
  undoable = false;
  act(() => fake.publish('role-changes:changed', roleChanges({ waiting: 1 })));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo / })).toBeNull());
  expect(document.activeElement).toBe(row);
});

it('the pill shows what is open where the activity is on the screen already', async () => {
  const { app, asked } = await renderApp({
    'role-changes:read': () => ok(roleChanges({ waiting: 1 })),
    'role-changes:list': ({ which }) =>
      ok({ rows: which === 'all' ? [activityRow('1'), activityRow('2')] : [activityRow('3')], more: false }),
  });
  act(() => app.screen.setState({ page: 'activity' }));
  expect(await screen.findAllByRole('row')).toHaveLength(3);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show the open change' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(asked('role-changes:list').at(-1)).toMatchObject({ which: 'open' });
});

it('the bar of the last act says aloud whose number it was, and quotes what was taken back', async () => {
  const last = lastAct({ kind: 'undo', userId: '10283', displayName: 'Noah Price', undoable: false });
  await renderApp({ 'role-changes:read': () => ok(roleChanges({ lastAct: last })) });
  const bar = screen.getByRole('complementary');
  expect(bare(bar.getAttribute('aria-label'))).toBe('Last act: Noah Price, badge number 10283');
  expect(bare(bar.textContent)).toMatch(/^Took back “Check in” for Noah Price at /u);
});

it('an address that is not verified says what that means, in the details and under the pointer', async () => {
  await renderApp({ 'directory:open': ({ userId }) => ok(view(userId, { emailVerified: false })) });
  const user = userEvent.setup();
  await user.keyboard('mik{Enter}');
  const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
  const means = /^Nobody has opened the link/u;
  expect(within(person).getByTitle(means).textContent).toContain('not verified');
  await user.click(within(person).getByRole('button', { name: /Show for ID check/u }));
  expect(await within(person).findByText(means)).toBeTruthy();
});

it('somebody the service no longer has is said to be gone, and nothing can be done to them', async () => {
  const { app, fake, asked } = await renderApp({ 'directory:open': ({ userId }) => ok(view(userId)) });
  const user = userEvent.setup();
  await user.keyboard('mik{Enter}');
  const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
  expect(within(person).getByRole('button', { name: /^Check in/u })).toBeTruthy();
  act(() => fake.publish('directory:person-changed', view('Mika Aaltonen', { notFreshBecause: 'person-not-known' })));
  expect(await within(person).findByText('The service no longer has this person.')).toBeTruthy();
  expect(within(person).queryByRole('button', { name: /^Check in/u })).toBeNull();
  await waitFor(() =>
    expect([...document.querySelectorAll('[aria-live="assertive"]')].map((each) => each.textContent).join()).toMatch(
      /no longer has this person/u,
    ),
  );
  const tile = within(person).getByRole('switch', { name: /^Vendor/u });
  await user.click(tile);
  app.desk.toggleRoleAt(0);
  app.desk.runPrimary();
  app.desk.runRecipe('r2');
  expect([...asked('role-changes:wish'), ...asked('role-changes:run-recipe')]).toEqual([]);
  // Enter means the next person.
  act(() => app.desk.enter());
  expect(app.person.store.getState()).toEqual({ kind: 'none' });
  expect(asked('role-changes:run-recipe')).toEqual([]);
});

it('that somebody is shown as last known stands where nothing has to move for it', async () => {
  await renderApp({ 'directory:open': ({ userId }) => ok(view(userId, { notFreshBecause: 'network-unreachable' })) });
  await userEvent.setup().keyboard('mik{Enter}');
  const note = await screen.findByText(/^Shown as this desk last knew it/u);
  expect(within(note.parentElement as HTMLElement).getByRole('heading', { name: 'Roles at this desk' })).toBeTruthy();
});
