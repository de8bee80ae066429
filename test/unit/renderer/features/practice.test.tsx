// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { no, ok } from '../../../gallery/fake-bridge.ts';
import { lastAct, locked, realOnly, roleChanges } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const openMenu = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByRole('menuitem', { name: 'Settings' });
};

describe('starting over', () => {
  it('asks once, and keeps practising on no', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Start practice over' }));
    const question = await screen.findByRole('alertdialog', { name: 'Start practice over?' });
    await user.click(within(question).getByRole('button', { name: 'Keep practising' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked('practice:start-over')).toEqual([]);
  });

  it('starts over on yes, and says when it could not', async () => {
    let answer = no('storage-unwritable') as ReturnType<typeof ok<Record<string, never>>> | ReturnType<typeof no>;
    const { asked } = await renderApp({ 'practice:start-over': () => answer });
    const user = userEvent.setup();
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Start practice over' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Start practice over' }));
    await waitFor(() => expect(within(question).getByRole('alert').textContent).not.toBe(''));
    answer = ok({});
    await user.click(within(question).getByRole('button', { name: 'Start practice over' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked('practice:start-over')).toHaveLength(2);
  });

  it('is offered in practice only', async () => {
    await renderApp({ 'connections:read': () => ok(realOnly()) });
    await openMenu(userEvent.setup());
    expect(screen.queryByRole('menuitem', { name: 'Start practice over' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Guided first check-in' })).toBeNull();
  });
});

describe('a practice service that went down', () => {
  const down = 'The practice service stopped and does not start by itself any more';

  it('is said with a button that starts it again', async () => {
    const { fake, asked } = await renderApp();
    expect(screen.queryByText(down)).toBeNull();
    act(() => fake.publish('practice:changed', { service: 'down' }));
    expect((await screen.findByText(down)).closest('[aria-live="assertive"]')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Start it again' }));
    expect(asked('practice:start-service')).toHaveLength(1);
    act(() => fake.publish('practice:changed', { service: 'coming-back' }));
    expect(screen.queryByText(down)).toBeNull();
  });

  it.each(['sign-in', 'locked'] as const)('is said on the %s screen too', async (which) => {
    await renderApp({
      'practice:read': () => ok({ service: 'down' }),
      'sign-in:read': () =>
        ok(
          which === 'locked'
            ? locked()
            : { kind: 'signed-out', notice: null, kept: 'keyring', comesBackByItself: true, linksOpenWith: 'rolecall' },
        ),
    });
    expect(await screen.findByText(down)).toBeTruthy();
    expect(screen.getByText('Practice mode')).toBeTruthy();
  });
});

describe('the guide', () => {
  it('leads through a check-in, rings the real controls and goes away', async () => {
    const { app, fake } = await renderApp();
    const user = userEvent.setup();
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Guided first check-in' }));
    const strip = await screen.findByRole('region', { name: 'Guided first check-in' });
    const ring = (): string | undefined => document.documentElement.dataset.guide;
    expect(strip.textContent).toContain('Step 1 of 5');
    expect(ring()).toBe('find');

    act(() => app.desk.typed('mik'));
    await waitFor(() => expect(ring()).toBe('open'));
    act(() => app.desk.openPerson('Mika Aaltonen'));
    await waitFor(() => expect(ring()).toBe('check-in'));
    expect(strip.textContent).toContain('Press Enter again: \u2068Check in\u2069');
    act(() => fake.publish('role-changes:changed', roleChanges({ lastAct: lastAct({ actId: 'a1', kind: 'recipe' }) })));
    await waitFor(() => expect(ring()).toBe('undo'));
    act(() => fake.publish('role-changes:changed', roleChanges({ lastAct: lastAct({ actId: 'a2', kind: 'undo' }) })));
    await waitFor(() => expect(ring()).toBe('scan'));
    expect(within(strip).getByRole('img', { name: 'Badge code of the made-up person' })).toBeTruthy();
    act(() => app.scan('Mika Aaltonen', 1_000));
    expect(await screen.findByText('That is all of it')).toBeTruthy();
    expect(ring()).toBeUndefined();
    await user.click(within(strip).getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('region', { name: 'Guided first check-in' })).toBeNull();
  });

  it('takes no focus, and can be left at any step', async () => {
    const { app } = await renderApp();
    const box = screen.getByRole('searchbox', { name: 'Find a person' });
    act(() => app.guide.begin());
    expect(await screen.findByText('Step 1 of 5')).toBeTruthy();
    expect(document.activeElement).toBe(box);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Leave the guide' }));
    expect(screen.queryByText('Step 1 of 5')).toBeNull();
    expect(document.documentElement.dataset.guide).toBeUndefined();
  });
});
