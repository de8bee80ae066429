// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SignInState } from '../../../../contract/desk/sign-in.ts';
import { no, ok } from '../../../gallery/fake-bridge.ts';
import { renderApp } from './render-app.tsx';

const signedOut: SignInState = {
  kind: 'signed-out',
  notice: null,
  kept: 'keyring',
  comesBackByItself: true,
  linksOpenWith: 'rolecall',
};
const waiting: Extract<SignInState, { kind: 'waiting' }> = {
  kind: 'waiting',
  attemptId: 'a',
  startedAt: Date.now(),
  browserFailed: false,
  asked: { clientId: '4711', redirectUri: 'rolecall://oauth/callback', oauthScopes: ['pii:basic'] },
  earlierAnswered: false,
};

it('has one button named "Sign in", in practice mode too', async () => {
  const { asked } = await renderApp({ 'sign-in:read': () => ok(signedOut) });
  const user = userEvent.setup();
  expect(screen.getByText('Practice mode')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(asked('sign-in:start')).toHaveLength(1));
});

it('says calmly why the last try ended, and what to do', async () => {
  await renderApp({ 'sign-in:read': () => ok({ ...signedOut, notice: 'sign-in-denied' }) });
  expect(screen.getByText(/did not authorize Rolecall/)).toBeTruthy();
  expect(screen.getByText(/press Authorize\.$/)).toBeTruthy();
});

it('takes a pasted address, and does not leave it on the screen', async () => {
  const { asked } = await renderApp({
    'sign-in:read': () => ok(waiting),
    'sign-in:paste-address': () => no('sign-in-address-not-current'),
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Paste the address' }));
  const field = screen.getByRole('textbox', { name: 'Address the browser ended on' });
  expect(document.activeElement).toBe(field);
  await user.paste('rolecall://oauth/callback?code=c&state=s');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  await waitFor(() =>
    expect(asked('sign-in:paste-address')).toEqual([{ address: 'rolecall://oauth/callback?code=c&state=s' }]),
  );
  expect(document.body.innerHTML).not.toContain('code=c');
  expect((field as HTMLInputElement).value).toBe('');
  expect((await screen.findByText(/belongs to an earlier try/)).closest('[role="alert"]')).toBeTruthy();
});

it('shows the way back by hand at once where the browser would not come back by itself', async () => {
  const { fake } = await renderApp({
    'sign-in:read': () => ok({ ...signedOut, comesBackByItself: false, linksOpenWith: 'nothing' }),
  });
  act(() => fake.publish('sign-in:changed', waiting));
  expect(screen.getByRole('textbox', { name: 'Address the browser ended on' })).toBeTruthy();
});

it('can be cancelled, opened again and copied while it waits', async () => {
  const { asked } = await renderApp({ 'sign-in:read': () => ok(waiting) });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open the browser again' }));
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asked('sign-in:cancel')).toHaveLength(1));
  expect(asked('sign-in:open-browser-again')).toHaveLength(1);
  expect(asked('sign-in:copy-link')).toHaveLength(1);
});

it('takes a double click on "Sign in" for one, wherever its second half lands', async () => {
  const { asked, fake } = await renderApp({ 'sign-in:read': () => ok(signedOut) });
  const user = userEvent.setup();
  await user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
  expect(asked('sign-in:start')).toHaveLength(1);
  // The browser is being opened, and another button has taken the place under the pointer.
  act(() => fake.publish('sign-in:changed', waiting));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Open the browser again' }));
  expect(asked('sign-in:cancel')).toHaveLength(0);
  expect(asked('sign-in:open-browser-again')).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 750));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(asked('sign-in:cancel')).toHaveLength(1);
});

it('explains after a while what the browser may be saying, with what to tell an administrator', async () => {
  const { asked } = await renderApp({ 'sign-in:read': () => ok(waiting) });
  expect(screen.queryByText('Does your browser say something else?')).toBeNull();
  cleanup();
  const later = await renderApp({ 'sign-in:read': () => ok({ ...waiting, startedAt: Date.now() - 21_000 }) });
  const says = screen.getByRole('region', { name: 'Does your browser say something else?' });
  for (const part of ['“Invalid request”', '4711', 'rolecall://oauth/callback', 'pii:basic', 'permission missing']) {
    expect(says.textContent).toContain(part);
  }
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy for the administrator' }));
  await waitFor(() => expect(later.asked('sign-in:copy-request')).toHaveLength(1));
  expect(asked('sign-in:copy-request')).toHaveLength(0);
});

it('says calmly that the browser finished an earlier try', async () => {
  const { fake } = await renderApp({ 'sign-in:read': () => ok(waiting) });
  expect(screen.queryByText('The browser finished an earlier try')).toBeNull();
  act(() => fake.publish('sign-in:changed', { ...waiting, earlierAnswered: true }));
  expect(screen.getByText('The browser finished an earlier try')).toBeTruthy();
  act(() => fake.publish('sign-in:changed', { ...signedOut, notice: 'sign-in-given-up' }));
  expect(screen.getByText(/after Rolecall had stopped waiting/)).toBeTruthy();
});

it('offers to open the links itself, says what that changes, and what to do where it is not let', async () => {
  const { asked, fake } = await renderApp({
    'sign-in:read': () => ok({ ...signedOut, comesBackByItself: false, linksOpenWith: 'another-program' }),
    'sign-in:take-over-links': () => no('links-not-changed'),
  });
  const user = userEvent.setup();
  expect(screen.getByText('Links that begin with rolecall: open in another program')).toBeTruthy();
  expect(screen.getByText(/for your account on this computer; nothing else changes/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open links with Rolecall' }));
  expect(asked('sign-in:take-over-links')).toHaveLength(1);
  expect((await screen.findByText(/did not let Rolecall open these links/)).closest('[role="alert"]')).toBeTruthy();
  act(() => fake.publish('sign-in:changed', signedOut));
  expect(screen.queryByRole('button', { name: 'Open links with Rolecall' })).toBeNull();
});

it('says what to do about a lost laptop, signed in or not', async () => {
  await renderApp({ 'sign-in:read': () => ok(signedOut) });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'A laptop is lost' }));
  expect(screen.getByRole('heading', { name: 'A laptop is lost' })).toBeTruthy();
  for (const words of [/Connected applications/, /a new secret/, /End the sessions/, /Encrypted/]) {
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  }
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  cleanup();
  await renderApp();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'A laptop is lost' }));
  expect(await screen.findByRole('heading', { name: 'A laptop is lost' })).toBeTruthy();
});
