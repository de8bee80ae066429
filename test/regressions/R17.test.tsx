// @vitest-environment happy-dom
// magfest/ubersystem#841, #499: the wrong row was ticked in a long list, as the button stood far from the name.
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '../unit/renderer/features/render-app.tsx';

it('R17: a row of the list opens its person and does nothing else; the act stands on the card, beneath the name', async () => {
  const { app, asked } = await renderApp();
  act(() => app.desk.typed('mik'));
  const list = await screen.findByRole('listbox', { name: 'People' });
  const rows = within(list).getAllByRole('option');
  expect(rows.length).toBeGreaterThan(3);
  // Nothing in the list can be pressed but whole rows.
  expect(list.querySelectorAll('button, input, a, [role="switch"], [role="checkbox"]')).toHaveLength(0);
  const user = userEvent.setup();
  for (const row of rows.slice(0, 4)) await user.click(row);
  expect(asked('directory:open')).toHaveLength(4);
  expect([...asked('role-changes:wish'), ...asked('role-changes:run-recipe')]).toEqual([]);
  const last = asked('directory:open')[3] as { readonly userId: string };
  const card = await screen.findByRole('region', { name: last.userId });
  await user.click(within(card).getByRole('button', { name: 'Check in' }));
  expect(asked('role-changes:run-recipe')).toEqual([{ userId: last.userId, recipeId: 'check-in' }]);
});
