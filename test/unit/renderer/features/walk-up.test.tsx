// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '../../../gallery/fake-bridge.ts';
import { result } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const nobody = {
  'directory:search': ({ query }: { query: string }) => ok(result(query, [])),
};

// At a person's pace: faster, it would be a scan.
it('somebody who is not in the list is sent on, and nothing beside it speaks of the next person', async () => {
  await renderApp(nobody);
  await userEvent.setup({ delay: 80 }).keyboard('gregor samson');
  expect(await screen.findByText('Not found: what now?')).toBeTruthy();
  expect(screen.getByText(/whoever sells badges here/u)).toBeTruthy();
  expect(screen.queryByText('Two letters are enough.', { exact: false })).toBeNull();
  expect(screen.getByText(/last four digits/u)).toBeTruthy();
});

it('whoever typed digits is not told to type digits', async () => {
  await renderApp(nobody);
  await userEvent.setup({ delay: 80 }).keyboard('0172');
  expect(await screen.findByText(/^Check the digits/u)).toBeTruthy();
  expect(screen.queryByText(/last four digits/u)).toBeNull();
});
