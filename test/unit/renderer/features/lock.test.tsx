// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { never, no, ok } from '../../../gallery/fake-bridge.ts';
import { locked, now, roleChanges, signedIn } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const lockKey = () => fireEvent.keyDown(document.body, { key: 'l', code: 'KeyL', ctrlKey: true });

describe('locking', () => {
  it('asks for a PIN the first time, twice, and then locks', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    lockKey();
    const dialog = await screen.findByRole('dialog', { name: 'Choose a PIN' });
    expect(asked('sign-in:lock')).toHaveLength(0);
    const [pin, again] = dialog.querySelectorAll('input');
    if (pin === undefined || again === undefined) throw new Error('Two fields.');
    expect(document.activeElement).toBe(pin);
    await user.type(pin, '24a');
    expect(pin.value).toBe('24');
    await user.click(screen.getByRole('button', { name: 'Lock now' }));
    expect((await screen.findByText('A PIN has 4 to 12 digits.')).closest('[role="alert"]')).toBeTruthy();
    await user.type(pin, '68');
    await user.type(again, '1357');
    await user.click(screen.getByRole('button', { name: 'Lock now' }));
    expect(await screen.findByText(/^The two are not the same\./)).toBeTruthy();
    expect(asked('sign-in:set-pin')).toHaveLength(0);
    await user.type(again, '2468{Enter}');
    await waitFor(() => expect(asked('sign-in:lock')).toHaveLength(1));
    expect(asked('sign-in:set-pin')).toEqual([{ pin: '2468', currentPin: null }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('locks at once where there is a PIN, by menu and by key', async () => {
    const { asked } = await renderApp({ 'sign-in:read': () => ok(signedIn({ pinSet: true })) });
    const user = userEvent.setup();
    lockKey();
    await waitFor(() => expect(asked('sign-in:lock')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
    await waitFor(() => expect(asked('sign-in:lock')).toHaveLength(2));
  });

  it('changes the PIN only with the one until now', async () => {
    const { asked } = await renderApp({
      'sign-in:read': () => ok(signedIn({ pinSet: true })),
      'sign-in:set-pin': () => no('pin-wrong'),
    });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change the PIN' }));
    await user.type(await screen.findByLabelText('The PIN until now'), '1111');
    await user.type(screen.getByLabelText('New PIN'), '2468');
    await user.type(screen.getByLabelText('Once more'), '2468');
    await user.click(screen.getByRole('button', { name: 'Change it' }));
    expect(await screen.findByText(/That is not the PIN\./)).toBeTruthy();
    expect(asked('sign-in:set-pin')).toEqual([{ pin: '2468', currentPin: '1111' }]);
    expect(asked('sign-in:lock')).toHaveLength(0);
  });
});

it('Enter pressed twice on a changed PIN is one try at the one until now', async () => {
  const { asked } = await renderApp({
    'sign-in:read': () => ok(signedIn({ pinSet: true })),
    'sign-in:set-pin': () => never(),
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change the PIN' }));
  await user.type(await screen.findByLabelText('The PIN until now'), '1111');
  await user.type(screen.getByLabelText('New PIN'), '2468');
  await user.type(screen.getByLabelText('Once more'), '2468{Enter}{Enter}');
  expect(asked('sign-in:set-pin')).toHaveLength(1);
});

it('Ctrl+L locks on a keyboard that writes another script, too', async () => {
  const { asked } = await renderApp({ 'sign-in:read': () => ok(signedIn({ pinSet: true })) });
  fireEvent.keyDown(document.body, { key: 'م', code: 'KeyL', ctrlKey: true });
  await waitFor(() => expect(asked('sign-in:lock')).toHaveLength(1));
});

describe('the lock screen', () => {
  it('takes the place of the desk, which forgets whom it showed', async () => {
    const { app, fake } = await renderApp();
    const user = userEvent.setup();
    await user.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'mik');
    act(() => app.desk.openPerson('Mika Aaltonen'));
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    act(() => fake.publish('sign-in:changed', locked()));
    expect(screen.getByRole('heading', { name: 'Locked' })).toBeTruthy();
    expect(document.body.textContent).toContain('Sam R.');
    expect(document.body.innerHTML).not.toMatch(/Aaltonen|mik/i);
    expect(app.search.store.getState().typed).toBe('');
    expect(app.person.store.getState().kind).toBe('none');
    act(() => fake.publish('sign-in:changed', signedIn()));
    expect((screen.getByRole('searchbox', { name: 'Find a person' }) as HTMLInputElement).value).toBe('');
  });

  it('sends the PIN, never keeps it on the screen, and says how many tries are left', async () => {
    const { asked, fake } = await renderApp({
      'sign-in:read': () => ok(locked()),
      'sign-in:unlock': () => no('pin-wrong'),
    });
    const user = userEvent.setup();
    const field = screen.getByLabelText('PIN') as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    expect(field.type).toBe('password');
    await user.type(field, '2468{Enter}');
    expect(asked('sign-in:unlock')).toEqual([{ pin: '2468' }]);
    expect((await screen.findByRole('alert')).textContent).toContain('That is not the PIN.');
    expect(field.value).toBe('');
    act(() => fake.publish('sign-in:changed', locked({ triesLeft: 5, nextTryAt: now() + 30_000 })));
    expect(screen.getByRole('alert').textContent).toContain('5 tries left');
    expect(screen.getByText(/You can try again in/)).toBeTruthy();
    await user.type(field, '1357{Enter}');
    expect(asked('sign-in:unlock')).toHaveLength(1);
  });

  it.each(['٢٤٦٨', '۲۴۶۸', '２４６８', '2x4 6-8'])('takes %s for the digits they are', async (typed) => {
    const { asked } = await renderApp({ 'sign-in:read': () => ok(locked()) });
    await userEvent.setup({ delay: 60 }).type(screen.getByLabelText('PIN'), `${typed}{Enter}`);
    expect(asked('sign-in:unlock')).toEqual([{ pin: '2468' }]);
  });

  it('lets a second wrong PIN be heard too: what was wrong with the first goes away before', async () => {
    let answers = 0;
    await renderApp({
      'sign-in:read': () => ok(locked()),
      'sign-in:unlock': () => {
        answers += 1;
        return answers === 1 ? no('pin-wrong') : never();
      },
    });
    const user = userEvent.setup({ delay: 60 });
    await user.type(screen.getByLabelText('PIN'), '1111{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/That is not the PIN/);
    await user.type(screen.getByLabelText('PIN'), '2222{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('takes a scan for no try, and says so', async () => {
    const { asked } = await renderApp({ 'sign-in:read': () => ok(locked()) });
    const field = screen.getByLabelText('PIN') as HTMLInputElement;
    const scan = userEvent.setup({ delay: null });
    await scan.type(field, '10023456{Enter}');
    expect(asked('sign-in:unlock')).toHaveLength(0);
    expect(field.value).toBe('');
    expect(screen.getByText(/That was a scan/)).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 150));
    await scan.type(field, '2468{Enter}');
    await waitFor(() => expect(asked('sign-in:unlock')).toEqual([{ pin: '2468' }]));
  });

  it('goes on without a PIN where none was chosen', async () => {
    const { asked } = await renderApp({ 'sign-in:read': () => ok(locked({ because: 'idle', pinSet: false })) });
    const user = userEvent.setup();
    expect(screen.queryByLabelText('PIN')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Put away' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(asked('sign-in:unlock')).toEqual([{ pin: null }]);
  });

  it('lets somebody who forgot the PIN sign out, after saying what stays', async () => {
    const { asked } = await renderApp({
      'sign-in:read': () => ok(locked()),
      'role-changes:read': () => ok(roleChanges({ waiting: 2 })),
    });
    const user = userEvent.setup();
    expect(screen.getByText(/2 changes have not reached the service\. Sending goes on/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Forgot the PIN? Sign out' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('stays on this computer');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(asked('sign-in:sign-out')).toHaveLength(1));
  });
});
