// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Answers, no, ok } from '../../../gallery/fake-bridge.ts';
import { settings } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function onSettings(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page: 'settings' }));
  const chosen = async (name: RegExp): Promise<string | undefined> => {
    const group = await screen.findByRole('radiogroup', { name });
    const radios = within(group).getAllByRole<HTMLInputElement>('radio');
    return radios.find(({ checked }) => checked)?.closest('label')?.textContent ?? undefined;
  };
  return { ...rendered, chosen, user: userEvent.setup() };
}

it('is reached from the menu', async () => {
  await renderApp();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
});

it('shows what holds and changes only what is chosen', async () => {
  const { chosen, asked, fake, user } = await onSettings();
  expect(await chosen(/^List the people/)).toBe('No');
  expect(await chosen(/^Keep the list/)).toBe('14 days');
  await user.click(within(screen.getByRole('radiogroup', { name: /^List the people/ })).getByText('Yes'));
  await user.click(within(screen.getByRole('radiogroup', { name: /^Lock/ })).getByText('Never'));
  expect(asked('settings:change')).toEqual([{ latestOpened: true }, { lockAfterMinutes: null }]);
  act(() => fake.publish('settings:changed', settings({ latestOpened: true })));
  expect(await chosen(/^List the people/)).toBe('Yes');
});

it('offers what an administrator wrote into the file', async () => {
  const { chosen } = await onSettings({ 'settings:read': () => ok(settings({ snapshotDays: 3 })) });
  expect(await chosen(/^Keep the list/)).toBe('3 days');
});

it.each([
  ['set-aside', 'The settings of this computer could not be read'],
  ['newer', 'The settings of this computer are from a newer Rolecall'],
] as const)('says what became of a file that could not be used: %s', async (problem, words) => {
  const { fake } = await onSettings({ 'settings:read': () => ok(settings({ problem })) });
  expect(await screen.findByText(words)).toBeTruthy();
  act(() => fake.publish('settings:changed', settings()));
  expect(screen.queryByText(words)).toBeNull();
});

it('says so at the sign-in too, where the desk is first looked at', async () => {
  await renderApp({
    'settings:read': () => ok(settings({ problem: 'set-aside' })),
    'sign-in:read': () =>
      ok({
        kind: 'signed-out',
        notice: null,
        kept: 'keyring',
        comesBackByItself: true,
        linksOpenWith: 'rolecall',
      }),
  });
  expect(await screen.findByText('The settings of this computer could not be read')).toBeTruthy();
});

it('says when a change could not be kept', async () => {
  const { user } = await onSettings({ 'settings:change': () => no('storage-full') });
  await user.click(within(await screen.findByRole('radiogroup', { name: /^List the people/ })).getByText('Yes'));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk of this computer is full.');
});

it('tells how the list of people is doing', async () => {
  await onSettings();
  const facts = await screen.findByRole('region', { name: 'How the list of people is doing' });
  expect(facts.textContent).toContain('2 of 6 under way, 0 waiting, 148 in the last minute');
  expect(facts.textContent).toContain('Checked in');
});

it('sounds as loud as was chosen, and keeps the screen on', async () => {
  const { app, asked, user } = await onSettings();
  const play = vi.spyOn(app.sounds, 'play');
  await user.click(within(await screen.findByRole('radiogroup', { name: 'Sounds' })).getByText('Loud'));
  await user.click(within(screen.getByRole('radiogroup', { name: /^Keep the screen on/ })).getByText('Yes'));
  expect(play.mock.calls).toEqual([['done', 'loud']]);
  expect(asked('settings:change')).toEqual([{ soundVolume: 'loud' }, { keepScreenOn: true }]);
});
