// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '../../../gallery/fake-bridge.ts';
import { roleChanges, signedIn } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function chooseSignOut(): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

it('warns before a sign-out that leaves changes behind, and says that they stay', async () => {
  const { asked } = await renderApp({ 'role-changes:read': () => ok(roleChanges({ waiting: 2, sending: 1 })) });
  const user = userEvent.setup();
  await chooseSignOut();
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('3 changes have not reached the service.');
  expect(question.textContent).toContain('under the name of whoever did it');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked('sign-in:sign-out')).toHaveLength(0);
  await chooseSignOut();
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(asked('sign-in:sign-out')).toHaveLength(1));
});

it('signs out at once where nothing waits', async () => {
  const { asked } = await renderApp({ 'role-changes:read': () => ok(roleChanges({ waiting: 0, sending: 0 })) });
  await chooseSignOut();
  await waitFor(() => expect(asked('sign-in:sign-out')).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

const signedOut = {
  kind: 'signed-out',
  notice: null,
  kept: 'keyring',
  comesBackByItself: true,
  linksOpenWith: 'rolecall',
} as const;

it('says afterwards that it is done and what became of the changes, until somebody signs in', async () => {
  const { fake } = await renderApp();
  await act(async () => fake.publish('sign-in:changed', signedOut));
  expect(await screen.findByText('You are signed out')).toBeTruthy();
  expect(screen.getByText('Everything done at this desk was sent.')).toBeTruthy();
  await act(async () => fake.publish('role-changes:changed', roleChanges({ waiting: 2, sending: 1 })));
  expect(screen.getByText(/^3 changes have not reached the service\./u).textContent).toMatch(/stays on this computer/u);
  expect(screen.queryByText('Everything done at this desk was sent.')).toBeNull();
  await act(async () => fake.publish('sign-in:changed', signedIn()));
  await act(async () => fake.publish('sign-in:changed', { ...signedOut, notice: 'oauth-invalid-grant' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('You are signed out')).toBeNull();
});

it('is not said to whoever starts the program', async () => {
  await renderApp({ 'sign-in:read': () => ok(signedOut) });
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('You are signed out')).toBeNull();
});
