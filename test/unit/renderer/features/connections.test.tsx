// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Incoming, UnsentChange } from '../../../../contract/desk/connections.ts';
import type { ConnectionsView } from '../../../../renderer/state/connections.ts';
import { looksLikeDeskLink } from '../../../../renderer/state/connections.ts';
import { type Answers, never, no, ok } from '../../../gallery/fake-bridge.ts';
import { connections, connectionTest, deskLink, realOnly, signedIn } from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const signedOut = {
  kind: 'signed-out',
  notice: null,
  kept: 'keyring',
  comesBackByItself: true,
  linksOpenWith: 'rolecall',
} as const;

async function openPage(view: ConnectionsView, answers: Answers = {}) {
  const rendered = await renderApp({ 'connections:read': () => ok(realOnly()), ...answers });
  act(() => {
    rendered.app.connectionPages.show(view);
    rendered.app.screen.setState({ page: 'connections' });
  });
  return { ...rendered, user: userEvent.setup() };
}

const unsent = (more: Partial<UnsentChange> = {}): UnsentChange => ({
  time: Date.now(),
  operator: 'Sam R.',
  userId: '77',
  displayName: null,
  roleName: 'Checked in',
  roleScope: 'convention',
  wanted: 'held',
  ...more,
});

describe('removing a connection', () => {
  const other = { id: 'other', name: 'Other Con', host: 'other.example', practice: false, current: false };
  const two = (): Answers => ({
    'connections:read': () => ok(realOnly({ all: [...realOnly().all, other] })),
    'connections:unsent': () => ok({ waiting: 2, refused: 0, first: [unsent()] }),
  });

  it('names the unsent changes of exactly that connection, and saves its own list', async () => {
    const { user, asked } = await openPage({ kind: 'list' }, two());
    await user.click(await screen.findByRole('button', { name: /Remove.*Other Con/ }));
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText(/2 changes have not reached the service/)).toBeTruthy();
    expect(dialog.textContent).toMatch(/Give .*Checked in.* to .*person 77/);
    await user.click(within(dialog).getByRole('button', { name: 'Save as CSV' }));
    expect(asked('connections:unsent')).toEqual([{ connectionId: 'other' }]);
    expect(asked('connections:export-journal')).toEqual([{ connectionId: 'other' }]);
    await user.click(within(dialog).getByRole('button', { name: 'Remove it' }));
    expect(asked('connections:remove')).toEqual([{ connectionId: 'other' }]);
  });

  it('offers no removal before it is known what goes with it', async () => {
    const { user } = await openPage({ kind: 'list' }, { ...two(), 'connections:unsent': () => never() });
    await user.click(await screen.findByRole('button', { name: /Remove.*Other Con/ }));
    expect(within(await screen.findByRole('alertdialog')).queryByRole('button', { name: 'Remove it' })).toBeNull();
  });

  it('speaks of no loss where nothing waits', async () => {
    const { user } = await openPage(
      { kind: 'list' },
      { ...two(), 'connections:unsent': () => ok({ waiting: 0, refused: 0, first: [] }) },
    );
    await user.click(await screen.findByRole('button', { name: /Remove.*Other Con/ }));
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByRole('button', { name: 'Remove it' })).toBeTruthy();
    expect(dialog.textContent).not.toContain('lost');
  });
});

describe('banners', () => {
  it('say on whatever page is open that a file was left out, and why, until it is read', async () => {
    const { asked, fake } = await renderApp({
      'connections:read': () => ok(realOnly({ problem: { what: 'field-missing', field: 'clientSecret' } })),
    });
    expect(
      (await screen.findByText('The connection was not added')).closest('[aria-live="assertive"]')?.textContent,
    ).toContain('“clientSecret” is missing');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Hide' }));
    expect(asked('connections:dismiss-problem')).toHaveLength(1);
    act(() => fake.publish('connections:changed', realOnly()));
    expect(screen.queryByText('The connection was not added')).toBeNull();
  });

  it.each([
    ['set-aside', 'The list of connections could not be read'],
    ['newer', 'The list of connections is from a newer Rolecall'],
  ] as const)('say that the list of connections was %s, on its page and before signing in', async (settings, words) => {
    const answers: Answers = { 'connections:read': () => ok(connections({ settings })) };
    await openPage({ kind: 'list' }, answers);
    expect(await screen.findByText(words)).toBeTruthy();
    document.body.replaceChildren();
    await renderApp({
      ...answers,
      'sign-in:read': () => ok(signedOut),
    });
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('details and test', () => {
  it('shows whose access opens what, and reaches it from the menu', async () => {
    const { asked } = await renderApp({ 'connections:read': () => ok(realOnly()) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'State of this connection' }));
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('row', { name: /Reading people and roles the application user:read/ })).toBeTruthy();
    expect(asked('connections:details')[0]).toEqual({ connectionId: 'aurora' });
  });

  it('shows each row as it comes, explains what failed, and stops', async () => {
    const { user, fake, asked } = await openPage({ kind: 'details', connectionId: 'aurora' });
    await user.click(await screen.findByRole('button', { name: 'Test this connection' }));
    expect(asked('connections:test')).toEqual([{ connectionId: 'aurora' }]);
    act(() =>
      fake.publish('connections:test-changed', connectionTest({}, { search: { state: 'running', finding: null } })),
    );
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(asked('connections:stop-test')).toHaveLength(1);
    act(() =>
      fake.publish(
        'connections:test-changed',
        connectionTest({ 'change-scope': 'scope-missing' }, { 'change-scope': { names: ['user:roles:update'] } }),
      ),
    );
    expect(screen.getByText('1 thing needs a look.')).toBeTruthy();
    const row = screen.getByText('OAuth scope for changing roles').closest('li');
    expect(row?.textContent).toMatch(/user:roles:update.*Ask whoever registered the application/);
  });

  it('shows nothing of the test of a page that was left', async () => {
    const { app, fake } = await openPage({ kind: 'details', connectionId: 'aurora' });
    act(() => fake.publish('connections:test-changed', connectionTest()));
    act(() => app.connectionPages.show({ kind: 'details', connectionId: 'other' }));
    act(() => fake.publish('connections:test-changed', connectionTest()));
    expect(screen.queryByText('Everything the desk needs works.')).toBeNull();
  });
});

describe('the form', () => {
  it('says each problem at its field, and never gets a secret back', async () => {
    const { user, asked } = await openPage(
      { kind: 'form', connectionId: 'aurora' },
      { 'connections:save': () => ok({ kind: 'problems', problems: [{ field: 'name', what: 'missing' }] }) },
    );
    const secret = await screen.findByLabelText<HTMLInputElement>('Application secret');
    expect([secret.value, secret.type]).toEqual(['', 'password']);
    expect(screen.getByLabelText<HTMLInputElement>('Address of the service').readOnly).toBe(true);
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(asked('connections:save')).toMatchObject([{ connectionId: 'aurora', clientSecret: '', form: { name: '' } }]);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    const described = name.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Fill this in.');
  });

  it('tests what stands there without saving it', async () => {
    const { user, asked } = await openPage({ kind: 'form', connectionId: null });
    await user.type(await screen.findByLabelText('Application secret'), 'typed');
    await user.click(screen.getByRole('button', { name: 'Test this connection' }));
    expect(asked('connections:test-form')).toMatchObject([{ connectionId: null, clientSecret: 'typed' }]);
    expect(asked('connections:save')).toEqual([]);
  });

  it('what an earlier address was found to be goes away when the address changes', async () => {
    const { user, fake } = await openPage({ kind: 'form', connectionId: null });
    await user.click(await screen.findByRole('button', { name: 'Test this connection' }));
    act(() => fake.publish('connections:test-changed', connectionTest()));
    expect(await screen.findByRole('button', { name: 'Test again' })).toBeTruthy();
    await user.type(screen.getByLabelText('Address of the service'), 'h');
    expect(screen.queryByRole('button', { name: 'Test again' })).toBeNull();
  });

  it('says how a service on this computer is written', async () => {
    const { user } = await openPage(
      { kind: 'form', connectionId: null },
      { 'connections:save': () => ok({ kind: 'problems', problems: [{ field: 'baseUrl', what: 'not-secure' }] }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Save and use' }));
    expect(await screen.findByText(/http:\/\/127\.0\.0\.1 or http:\/\/\[::1\], not localhost/)).toBeTruthy();
  });
});

describe('what is filled in and not saved', () => {
  const hand = userEvent.setup({ delay: 60 });
  const nameField = (): Promise<HTMLInputElement> => screen.findByLabelText('Name');

  it('is still there after a scan, and asked about before another page takes its place', async () => {
    const { app, user, asked } = await openPage({ kind: 'form', connectionId: null });
    await hand.type(await nameField(), 'Aurora');
    act(() => app.scan('100200', 0));
    act(() => app.screen.setState({ page: 'connections' }));
    expect((await nameField()).value).toBe('Aurora');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Connections' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect((await nameField()).value).toBe('Aurora');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Connections' })).toBeTruthy();
    expect(asked('connections:save')).toEqual([]);
  });

  it('is asked about before anybody is signed in, too', async () => {
    const { user } = await openPage({ kind: 'form', connectionId: null }, { 'sign-in:read': () => ok(signedOut) });
    await hand.type(await nameField(), 'A');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy();
  });

  it('is asked about before signing out', async () => {
    const { user, asked } = await openPage({ kind: 'form', connectionId: null });
    await hand.type(await nameField(), 'A');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(asked('sign-in:sign-out')).toEqual([]);
  });

  it('asks nothing where it was saved or nothing was changed, and saves once however often Enter is pressed', async () => {
    let save = (): void => {};
    const { user, asked } = await openPage(
      { kind: 'form', connectionId: 'aurora' },
      {
        'connections:save': () =>
          new Promise((resolve) => {
            save = () => resolve(ok({ kind: 'saved', connectionId: 'aurora' }));
          }),
      },
    );
    await hand.type(await nameField(), '!{Enter}{Enter}');
    expect(asked('connections:save')).toHaveLength(1);
    await act(async () => save());
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await hand.type(await nameField(), '!{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('desk links', () => {
  it('show passphrase and code, and are forgotten with the page', async () => {
    const { app, asked } = await openPage({ kind: 'desk-link', connectionId: 'aurora' });
    expect(await screen.findByText(deskLink.passphrase)).toBeTruthy();
    const drawn = await screen.findByRole('img', { name: /Code to scan/ });
    expect(drawn.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    act(() => app.connectionPages.show({ kind: 'list' }));
    expect(screen.queryByText(deskLink.passphrase)).toBeNull();
    expect(asked('connections:forget-desk-link')).toHaveLength(1);
  });

  const withIncoming = (incoming: Incoming): Answers => ({ 'connections:read': () => ok(realOnly({ incoming })) });

  it('from outside ask for the passphrase and say where they come from', async () => {
    const { asked } = await renderApp({
      ...withIncoming({ kind: 'sealed', from: 'link', wrong: 0, nextTryAt: null, opening: false }),
      'connections:unseal': () => no('desk-link-wrong-passphrase'),
      // Where nobody is signed in no scans are heard, and a test types as fast as a scanner.
      'sign-in:read': () => ok(signedOut),
    });
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('perhaps a web page');
    const user = userEvent.setup();
    await user.type(within(dialog).getByLabelText('Passphrase'), 'k7m2{Enter}');
    expect(asked('connections:unseal')).toEqual([{ passphrase: 'k7m2' }]);
    expect(await within(dialog).findByText('That passphrase does not open this desk link.')).toBeTruthy();
  });

  it('are used only after a yes to their name, never by an Enter that was meant for something else', async () => {
    const { asked } = await renderApp(
      withIncoming({ kind: 'opened', name: 'Con', host: 'reg.con.example', replaces: 'Old' }),
    );
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(/reg\.con\.example.*takes the place of .*Old/);
    const user = userEvent.setup();
    await user.keyboard('{Enter}');
    expect(asked('connections:accept-offer')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Don’t use it' }));
    expect(asked('connections:decline-offer')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Use it' }));
    expect(asked('connections:accept-offer')).toHaveLength(1);
  });

  it('are not shown on a locked desk', async () => {
    const { fake } = await renderApp(withIncoming({ kind: 'opened', name: 'Con', host: 'x', replaces: null }));
    await screen.findByRole('alertdialog');
    const { operator } = signedIn() as { operator: { id: string; label: string; initials: string } };
    act(() =>
      fake.publish('sign-in:changed', {
        kind: 'locked',
        operator,
        because: 'idle',
        pinSet: true,
        triesLeft: null,
        nextTryAt: null,
      } as never),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('are told from people when they are scanned', async () => {
    const { app, asked } = await renderApp();
    act(() => app.scan(`${deskLink.link}\n`, 0));
    expect(asked('connections:offer')).toEqual([{ text: `${deskLink.link}\n` }]);
    expect(asked('directory:scan')).toEqual([]);
    expect(looksLikeDeskLink('rolecallÖ&&connect_0ABC')).toBe(true);
    expect(looksLikeDeskLink('Rolecall Connect')).toBe(false);
  });
});
