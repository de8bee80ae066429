// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { testCode } from '../../../../renderer/features/preflight/scanner-diagnosis.ts';
import { type Answers, no, ok } from '../../../gallery/fake-bridge.ts';
import { allReady, checked, preflight, settings } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

async function onPreflight(answers: Answers = {}) {
  const rendered = await renderApp(answers);
  act(() => rendered.app.screen.setState({ page: 'preflight' }));
  await screen.findByRole('heading', { level: 1, name: 'Ready for the doors?' });
  const row = (name: string): HTMLElement => {
    const found = screen.getByRole('heading', { level: 2, name }).closest('li');
    if (found === null) throw new Error(`No row ${name}.`);
    return found;
  };
  return { ...rendered, row, user: userEvent.setup() };
}

/** Types as a scanner does, whatever has the focus. */
function scan(text: string, end: 'Enter' | 'Tab' | null = 'Enter'): void {
  for (const key of text) fireEvent.keyDown(document.body, { key });
  if (end !== null) fireEvent.keyDown(document.body, { key: end });
}

describe('the page', () => {
  it('is reached from the menu, and looks at everything with one press', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ready for the doors?' }));
    expect(await screen.findByText('Nothing was checked yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Check everything' }));
    expect(asked('preflight:run')).toEqual([
      { rows: ['keyring', 'links', 'connection', 'people', 'clock', 'disk', 'power', 'drill'] },
    ]);
  });

  it('says that everything is ready, and when it was looked at', async () => {
    await onPreflight({ 'preflight:read': () => ok(preflight(allReady())) });
    expect(await screen.findByText(/^Everything is ready\. Checked \d\d:\d\d by this laptop\.$/)).toBeTruthy();
  });

  it('counts what is to be looked at and what is not checked yet', async () => {
    const { row } = await onPreflight({
      'preflight:read': () =>
        ok(
          preflight([
            checked('power', { state: 'warning', finding: 'on-battery' }),
            checked('clock', { state: 'warning', finding: 'clock-off', facts: { skewMs: -95_000, marginMs: 600 } }),
          ]),
        ),
    });
    expect(await screen.findByText('2 things to look at. 8 not checked yet.')).toBeTruthy();
    expect(row('Power').textContent).toContain('Plug it in.');
    expect(row('Clock').textContent).toContain('95 s behind the service’s, give or take 1 s');
    expect(row('Clock').textContent).toContain('to automatic');
  });

  it('repairs who opens the links, and looks again', async () => {
    const { user, asked } = await onPreflight({
      'preflight:read': () => ok(preflight([checked('links', { state: 'warning', finding: 'links-nothing' })])),
    });
    await user.click(await screen.findByRole('button', { name: 'Open them with Rolecall' }));
    expect(asked('sign-in:take-over-links')).toHaveLength(1);
    await waitFor(() => expect(asked('preflight:run')).toEqual([{ rows: ['links'] }]));
  });

  it('looks at one row again by itself, and stops', async () => {
    const { user, row, asked, fake } = await onPreflight({ 'preflight:read': () => ok(preflight(allReady())) });
    await user.click(within(row('Disk')).getByRole('button', { name: 'Check again' }));
    expect(asked('preflight:run')).toEqual([{ rows: ['disk'] }]);
    act(() => fake.publish('preflight:changed', preflight([{ row: 'disk', progress: 'running', result: null }])));
    expect(screen.getByText('Checking: Disk')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(asked('preflight:stop')).toHaveLength(1);
  });

  it('shows the drill as it goes', async () => {
    const { row, fake } = await onPreflight();
    act(() =>
      fake.publish(
        'preflight:changed',
        preflight([{ row: 'drill', progress: 'running', result: null }], {
          drill: {
            step: 'network-off',
            people: [
              { name: 'Ada Example', state: 'waiting' },
              { name: 'Ben Sample', state: 'not-yet' },
            ],
          },
        }),
      ),
    );
    expect(row('Offline drill').textContent).toContain('The made-up network is off.');
    expect(row('Offline drill').textContent).toContain('Ada Examplewaiting');
  });

  it('is saved as text in the words of the screen, without anybody’s data', async () => {
    const { user, asked } = await onPreflight({ 'preflight:read': () => ok(preflight(allReady())) });
    await user.click(screen.getByRole('button', { name: 'Save as text' }));
    const [{ text }] = asked('preflight:save') as [{ text: string }];
    expect(text).toMatch(/^Ready for the doors\?\nAurora Con 2026\n\nKeyring: ready, checked \d\d:\d\d\n/);
    expect(text).toContain('    2,000 people, complete');
    expect(text).not.toContain('Sam');
    expect(await screen.findByText(/Saved\.$/)).toBeTruthy();
  });

  it('says when something was not done', async () => {
    const { user } = await onPreflight({ 'preflight:run': () => no('bug') });
    await user.click(screen.getByRole('button', { name: 'Check everything' }));
    expect((await screen.findAllByRole('alert')).some(({ textContent }) => textContent !== '')).toBe(true);
  });
});

describe('the scanner test', () => {
  it('takes the code that is shown, and never the desk', async () => {
    const { user, asked } = await onPreflight();
    await user.click(screen.getByRole('button', { name: 'Test the scanner' }));
    expect(await screen.findByText('Waiting for a scan')).toBeTruthy();
    scan(testCode, 'Tab');
    await waitFor(() =>
      expect(asked('preflight:answer')).toEqual([{ row: 'scanner', finding: 'fine', suffix: 'tab' }]),
    );
    expect(screen.getByText(testCode)).toBeTruthy();
    expect(asked('directory:scan')).toEqual([]);
  });

  it('says which layout the scanner has and which one this computer', async () => {
    const { user, asked } = await onPreflight();
    await user.click(screen.getByRole('button', { name: 'Test the scanner' }));
    scan('YZAQWMß12-Öö/)?_Ä', null);
    await waitFor(() =>
      expect(asked('preflight:answer')).toEqual([
        { row: 'scanner', finding: 'scanner-layout', suffix: 'none', scannerLayout: 'us', computerLayout: 'de' },
      ]),
    );
  });

  it('shows any badge, and takes it for no answer', async () => {
    const { user, asked } = await onPreflight();
    await user.click(screen.getByRole('button', { name: 'Test the scanner' }));
    scan('10442');
    expect(await screen.findByText('10442')).toBeTruthy();
    expect(screen.getByText('It sends Enter after each code.')).toBeTruthy();
    expect(asked('preflight:answer')).toEqual([]);
  });

  it('gives the scanner back when it is put away, or the page is left', async () => {
    const { user, app } = await onPreflight();
    await user.click(screen.getByRole('button', { name: 'Test the scanner' }));
    expect(app.screen.getState().scannerTest).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Put the test away' }));
    expect(app.screen.getState().scannerTest).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Test the scanner' }));
    act(() => app.screen.setState({ page: 'desk' }));
    await waitFor(() => expect(app.screen.getState().scannerTest).toBe(false));
  });

  it('leaves Tab and Enter to the keyboard until a code has begun', async () => {
    const { user } = await onPreflight();
    const start = screen.getByRole('button', { name: 'Test the scanner' });
    start.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Waiting for a scan');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Waiting for a scan')).toBeNull());
  });
});

describe('the sound test', () => {
  it('asks whether the sounds were heard', async () => {
    const { user, asked } = await onPreflight();
    await user.click(screen.getByRole('button', { name: 'Play the sounds' }));
    expect(await screen.findByText('Did you hear them?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I heard them' }));
    await user.click(screen.getByRole('button', { name: 'I heard nothing' }));
    expect(asked('preflight:answer')).toEqual([
      { row: 'sound', finding: 'fine' },
      { row: 'sound', finding: 'sound-not-heard' },
    ]);
  });

  it('is not needed where sounds are off', async () => {
    const { user, asked } = await onPreflight({ 'settings:read': () => ok(settings({ soundVolume: 'off' })) });
    await user.click(screen.getByRole('button', { name: 'Play the sounds' }));
    expect(asked('preflight:answer')).toEqual([{ row: 'sound', finding: 'sound-off' }]);
  });
});
