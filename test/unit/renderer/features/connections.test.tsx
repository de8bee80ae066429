// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '../../../gallery/fake-bridge.ts';
import { realOnly, roleChanges } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function askToRemove(waiting: number): Promise<string> {
  const { app } = await renderApp({
    'connections:read': () => ok(realOnly()),
    'role-changes:read': () => ok(roleChanges({ waiting })),
  });
  act(() => app.screen.setState({ page: 'connections' }));
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Remove/ }));
  return (await screen.findByRole('alertdialog')).textContent ?? '';
}

it('says how many unsent changes are lost with a connection, before it is removed', async () => {
  expect(await askToRemove(2)).toContain('2 changes have not reached the service and are lost with it.');
});

it('speaks of no loss where nothing waits', async () => {
  expect(await askToRemove(0)).not.toContain('lost');
});
