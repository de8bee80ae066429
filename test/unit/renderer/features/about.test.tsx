// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, no, ok } from '../../../gallery/fake-bridge.ts';
import { renderApp } from './render-app.tsx';

async function onAbout(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page: 'about' }));
  await screen.findByRole('heading', { level: 1, name: 'About Rolecall' });
  return { ...rendered, user: userEvent.setup() };
}
const part = (name: string) => screen.findByRole('region', { name });

it('is reached from the menu and says which version this is', async () => {
  await renderApp();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'About Rolecall' }));
  expect(await screen.findByText('Version 0.1.0')).toBeTruthy();
});

it('saves a report, says so, and says when it could not', async () => {
  const { user, asked } = await onAbout();
  const report = within(await part('Report for support'));
  await user.click(report.getByRole('button', { name: 'Save a report for support' }));
  expect(asked('diagnostics:save')).toEqual([{}]);
  expect((await report.findByText('The report is saved.')).getAttribute('role')).toBe('status');
});

it('says when a report could not be written', async () => {
  const { user } = await onAbout({ 'diagnostics:save': () => no('storage-full') });
  const report = within(await part('Report for support'));
  await user.click(report.getByRole('button', { name: 'Save a report for support' }));
  expect((await report.findByRole('alert')).textContent).toContain('The disk of this computer is full.');
});

it('takes a new version step by step, each when somebody presses', async () => {
  const { user, asked, fake } = await onAbout();
  const versions = within(await part('New versions'));
  await user.click(await versions.findByRole('button', { name: 'Look now' }));
  act(() => fake.publish('updates:changed', { kind: 'available', version: '0.2.0' }));
  await user.click(await versions.findByRole('button', { name: 'Download' }));
  act(() => fake.publish('updates:changed', { kind: 'downloading', version: '0.2.0', percent: 40 }));
  expect(versions.getByRole('status').textContent).toMatch(/0\.2\.0 is being downloaded: 40\s?%/);
  expect(versions.queryByRole('button')).toBeNull();
  act(() => fake.publish('updates:changed', { kind: 'ready', version: '0.2.0' }));
  await user.click(await versions.findByRole('button', { name: 'Restart and update' }));
  expect([asked('updates:check'), asked('updates:download'), asked('updates:install')]).toEqual([[{}], [{}], [{}]]);
});

it.each([
  ['changes-waiting', /some changes are not confirmed yet/],
  ['person-open', /a person is open/],
] as const)('says what a new version waits for: %s', async (because, words) => {
  await onAbout({ 'updates:read': () => ok({ kind: 'deferred', version: '0.2.0', because }) });
  expect(await within(await part('New versions')).findByText(words)).toBeTruthy();
});

it('offers nothing where the package names no feed', async () => {
  await onAbout({ 'updates:read': () => ok({ kind: 'off' }) });
  const versions = within(await part('New versions'));
  expect(await versions.findByText(/does not look for new versions/)).toBeTruthy();
  expect(versions.queryByRole('button')).toBeNull();
});

it('shows the text of a licence to whoever opens it', async () => {
  const { user, asked } = await onAbout();
  const licences = within(await part('Licences'));
  const summary = await licences.findByText(/react 19\.3\.1/);
  expect(asked('diagnostics:licence')).toEqual([]);
  await user.click(summary);
  expect(await licences.findByText(/MIT License/)).toBeTruthy();
  expect(asked('diagnostics:licence')).toEqual([{ text: 2 }]);
});
