// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { settledOf, stageOf } from '../../../../renderer/features/lists/runs.tsx';
import { type Answers, never, no, ok } from '../../../gallery/fake-bridge.ts';
import {
  activityRow,
  connections,
  listDraft,
  listRows,
  listRun,
  lists,
  locked,
  roleChanges,
  signedIn,
} from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function onLists(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page: 'lists' }));
  await screen.findByRole('heading', { level: 1, name: 'Lists' });
  return { ...rendered, user: userEvent.setup() };
}
const draft: Answers = {
  'lists:read': () => ok(lists({ draft: listDraft() })),
  'lists:rows': () => ok({ revision: 1, total: 8, rows: listRows() }),
};

it('hands a pasted list over, and nothing when there is none', async () => {
  const { asked, user } = await onLists();
  const look = await screen.findByRole('button', { name: 'Look at the list' });
  await user.click(look);
  expect(asked('lists:paste')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Paste the list here' }), '17');
  await user.click(look);
  expect(asked('lists:paste')).toEqual([{ text: '17' }]);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Paste the list here' }).value).toBe('');
});

it('keeps what was pasted until it is read or nobody is signed in, whatever else is looked at meanwhile', async () => {
  const { app, fake, user } = await onLists({ 'lists:paste': () => no('list-not-understood') });
  const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Paste the list here' });
  await userEvent.setup({ delay: 60 }).type(field(), '17');
  await user.click(screen.getByRole('radio', { name: 'Members of a role' }));
  await user.click(screen.getByRole('radio', { name: 'Apply a list' }));
  expect(field().value).toBe('17');
  act(() => app.scan('100200', 0));
  act(() => app.screen.setState({ page: 'lists' }));
  expect(field().value).toBe('17');
  await user.click(screen.getByRole('button', { name: 'Look at the list' }));
  expect(field().value).toBe('17');
  act(() => fake.publish('sign-in:changed', locked()));
  act(() => fake.publish('sign-in:changed', signedIn()));
  act(() => app.screen.setState({ page: 'lists' }));
  expect(field().value).toBe('');
});

it('asks before it applies, and applies what was on the screen', async () => {
  const { asked, user } = await onLists(draft);
  await user.click(await screen.findByRole('button', { name: /^Give .*Staff.* to 463 people$/ }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/17 rows are left out.*the list is gone once it is applied/)).toBeTruthy();
  expect(asked('lists:apply')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Apply the list' }));
  expect(asked('lists:apply')).toEqual([{ revision: 1 }]);
});

it('shows only the rows of one kind', async () => {
  const { asked, user } = await onLists(draft);
  await user.click(await screen.findByRole('button', { name: /nobody found/ }));
  expect(asked('lists:rows').at(-1)).toEqual({ status: 'unknown', offset: 0, limit: 50 });
});

it('a change of the list is fetched again', async () => {
  const { asked, fake } = await onLists(draft);
  await screen.findByRole('button', { name: /nobody found/ });
  const before = asked('lists:rows').length;
  await act(async () => fake.publish('lists:changed', lists({ draft: listDraft({ revision: 2 }) })));
  expect(asked('lists:rows').length).toBeGreaterThan(before);
});

it('pauses, cancels and shows what was refused', async () => {
  const run = listRun({ confirmed: 210, already: 4, refused: 1, waiting: 261, sending: 4 });
  const { app, asked, user } = await onLists({ 'lists:read': () => ok(lists({ runs: [run] })) });
  const item = await screen.findByRole('listitem', { name: /Staff/ });
  await user.click(within(item).getByRole('button', { name: 'Pause' }));
  await user.click(within(item).getByRole('button', { name: 'Cancel the rest' }));
  expect(asked('lists:pause')).toEqual([{ batchId: 'list-1' }]);
  expect(asked('lists:cancel')).toEqual([{ batchId: 'list-1' }]);
  await user.click(within(item).getByRole('button', { name: 'Show the refused ones' }));
  expect(app.screen.getState().page).toBe('activity');
  expect(asked('role-changes:list').at(-1)).toMatchObject({
    which: 'all',
    filter: { batchId: 'list-1', state: 'refused' },
  });
});

it.each([
  ['give', 'Apply the same list again: who was done is recognised.'],
  ['undo', 'Undo the list once more: who was taken back is recognised.'],
] as const)('says how to go on where the program ended while it was written down (%s)', async (kind, next) => {
  await onLists({ 'lists:read': () => ok(lists({ runs: [listRun({ kind, written: 12, confirmed: 12 })] })) });
  expect(await screen.findByText(next)).toBeTruthy();
});

it('asks before it undoes a list, says for how many, and offers the safe answer first', async () => {
  const { asked, user } = await onLists({
    'lists:read': () => ok(lists({ runs: [listRun({ confirmed: 474 })] })),
    'lists:undo': () => ok({}),
  });
  const undo = await screen.findByRole('button', { name: /^Undo the list: / });
  await user.click(undo);
  const question = await screen.findByRole('alertdialog', { name: 'Undo the list for 474 people?' });
  const [safe] = within(question).getAllByRole('button');
  expect(safe?.textContent).toBe('Not yet');
  await user.click(within(question).getByRole('button', { name: 'Not yet' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked('lists:undo')).toEqual([]);
  await user.click(undo);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo the list' }));
  expect(asked('lists:undo')).toEqual([{ batchId: 'list-1' }]);
});

it('undoing a list of another shift asks for the PIN, and undoes it once it is given', async () => {
  let unlocked = false;
  const { asked, user } = await onLists({
    'sign-in:read': () => ok(signedIn({ pinSet: true })),
    'lists:read': () => ok(lists({ runs: [listRun()] })),
    'lists:undo': () => (unlocked ? ok({}) : no('unlock-required')),
    'sign-in:unlock': () => {
      unlocked = true;
      return ok({});
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Undo the list/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo the list' }));
  await user.type(await screen.findByLabelText('PIN'), '2580');
  await user.click(screen.getByRole('button', { name: 'Undo it' }));
  expect(asked('sign-in:unlock')).toEqual([{ pin: '2580' }]);
  expect(asked('lists:undo')).toHaveLength(2);
});

it('whoever has no PIN chooses one where the undo asks for it, and the desk is not locked for that', async () => {
  const { app, asked } = await renderApp({
    'sign-in:read': () => ok(signedIn({ pinSet: false })),
    'role-changes:list': () => ok({ rows: [activityRow('1', { undoNeedsUnlock: true })], more: false }),
    'sign-in:set-pin': () => ok({}),
  });
  const user = userEvent.setup();
  act(() => app.screen.setState({ page: 'activity' }));
  await user.click(await screen.findByRole('button', { name: /^Undo .*Checked in/ }));
  await user.click(await screen.findByRole('button', { name: 'Choose a PIN' }));
  await user.type(await screen.findByLabelText('PIN'), '2580');
  await user.type(screen.getByLabelText('Once more'), '2580{Enter}');
  expect(asked('sign-in:set-pin')).toEqual([{ pin: '2580', currentPin: null }]);
  expect(asked('sign-in:lock')).toEqual([]);
});

it.each([
  ['Offline · 450 changes kept · the Wi-Fi asks to sign in', 'offline'],
  ['450 changes waiting · a list is paused', 'online'],
] as const)('the pill says “%s”', async (words, kind) => {
  const run = listRun({ paused: true, waiting: 450, confirmed: 30 });
  const reachability =
    kind === 'online'
      ? ({ kind, since: 0 } as const)
      : ({ kind, since: 0, reason: 'network-captive-portal', nextTryAt: null } as const);
  await renderApp({
    'role-changes:read': () => ok(roleChanges({ waiting: 450 })),
    'connections:read': () => ok(connections({ reachability })),
    'lists:read': () => ok(lists({ runs: [run] })),
  });
  expect(await screen.findByText(words)).toBeTruthy();
});

it('a list can be held back while another one is still being written down, which cannot be applied twice', async () => {
  const { app, asked } = await renderApp({
    'lists:read': () => ok(lists({ draft: listDraft() })),
    'lists:apply': () => never(),
  });
  void app.lists.apply();
  void app.lists.apply();
  void app.lists.pause('list-1');
  expect(asked('lists:apply')).toHaveLength(1);
  expect(asked('lists:pause')).toEqual([{ batchId: 'list-1' }]);
});

it('Enter held down in the field for the PIN is one try', async () => {
  const row = activityRow('1', { undoNeedsUnlock: true });
  const { app, asked } = await renderApp({
    'sign-in:read': () => ok(signedIn({ pinSet: true })),
    'sign-in:unlock': () => never(),
    'role-changes:list': () => ok({ rows: [row], more: false }),
  });
  act(() => app.screen.setState({ page: 'activity' }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await user.type(await screen.findByLabelText('PIN'), '2580{Enter}{Enter}{Enter}');
  expect(asked('sign-in:unlock')).toEqual([{ pin: '2580' }]);
});

it('a second wrong PIN is heard too: what was wrong with the first goes away before', async () => {
  let answers = 0;
  const row = activityRow('1', { undoNeedsUnlock: true });
  const { app } = await renderApp({
    'sign-in:read': () => ok(signedIn({ pinSet: true })),
    'sign-in:unlock': () => {
      answers += 1;
      return answers === 1 ? no('pin-wrong') : never();
    },
    'role-changes:list': () => ok({ rows: [row], more: false }),
  });
  act(() => app.screen.setState({ page: 'activity' }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await user.type(await screen.findByLabelText('PIN'), '1111{Enter}');
  expect(await screen.findByText(/That is not the PIN/)).toBeTruthy();
  await user.type(screen.getByLabelText('PIN'), '2222{Enter}');
  expect(screen.queryByText(/That is not the PIN/)).toBeNull();
});

it('the activity asks for the PIN before it undoes what is from another shift', async () => {
  const { app, asked } = await renderApp({
    'sign-in:read': () => ok(signedIn({ pinSet: true })),
    'role-changes:list': () => ok({ rows: [activityRow('1', { undoNeedsUnlock: true })], more: false }),
  });
  const user = userEvent.setup();
  act(() => app.screen.setState({ page: 'activity' }));
  await user.click(await screen.findByRole('button', { name: /^Undo .*Checked in/ }));
  expect(asked('role-changes:undo')).toEqual([]);
  await user.type(await screen.findByLabelText('PIN'), '2580{Enter}');
  expect(asked('role-changes:undo')).toEqual([{ actId: 'act-1' }]);
});

it.each([
  [{}, 'done', 480],
  [{ waiting: 3, confirmed: 466 }, 'sending', 477],
  [{ waiting: 3, confirmed: 466, paused: true }, 'paused', 477],
  [{ writing: true, written: 100, waiting: 100, confirmed: 0, already: 0, refused: 0 }, 'writing', 0],
] as const)('a list with %j is %s', (more, stage, settled) => {
  expect(stageOf(listRun(more))).toBe(stage);
  expect(settledOf(listRun(more))).toBe(settled);
});
