// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { PersonRole } from '../../../../contract/desk/directory.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import type { Recipe } from '../../../../contract/desk/stations.ts';
import { readScan } from '../../../../electron/directory/read-scan.ts';
import { ok } from '../../../gallery/fake-bridge.ts';
import * as madeUp from '../../../gallery/made-up.ts';
import { renderApp } from './render-app.tsx';

const gives = (roleId: string): Recipe => ({
  ...madeUp.recipe,
  changes: [{ roleId, wanted: 'held', roleScope: 'convention' }],
});

const searchBox = (): HTMLElement => screen.getByRole('searchbox', { name: 'Find a person' });

/** What is spoken at once. It comes after what is drawn: wait for it. */
const heard = (): string =>
  [...document.querySelectorAll('[aria-live="assertive"]')].map(({ textContent }) => textContent).join('');

describe('names other tools rely on', () => {
  it('are there: search, list, person, switches, acts, status, practice', async () => {
    await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct() })) });
    const user = userEvent.setup();
    expect(screen.getByText('Practice mode')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('All confirmed');
    await user.type(searchBox(), 'mik');
    const list = await screen.findByRole('listbox', { name: 'People' });
    expect(within(list).getAllByRole('option')).toHaveLength(6);
    await user.keyboard('{Enter}');
    const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    expect(within(person).getByRole('button', { name: 'Check in' })).toBeTruthy();
    expect(within(person).getByRole('switch', { name: 'Staff' }).getAttribute('aria-checked')).toBe('true');
    expect(within(person).getByRole('switch', { name: 'Vendor' }).getAttribute('aria-checked')).toBe('false');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });
});

describe('Ctrl+Z', () => {
  // The program would look for the newest act that can still be undone, and that may be another person's.
  it('undoes the act in the bar and no other', async () => {
    const lastAct = madeUp.lastAct({ actId: 'act-in-the-bar' });
    const { asked } = await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ lastAct })) });
    await userEvent.setup().keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(asked('role-changes:undo')).toEqual([{ actId: 'act-in-the-bar' }]));
  });

  it('undoes nothing where the act in the bar cannot be undone', async () => {
    const lastAct = madeUp.lastAct({ undoable: false });
    const { asked } = await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ lastAct })) });
    await userEvent.setup().keyboard('{Control>}z{/Control}');
    expect(asked('role-changes:undo')).toEqual([]);
  });
});

describe('a key in the search box', () => {
  it('has the next list made before the letter is there', async () => {
    const { asked, fake } = await renderApp();
    const user = userEvent.setup();
    await user.type(searchBox(), 'mik');
    expect(fake.askedAhead.map(({ input }) => input)).toEqual(asked('directory:search'));
    expect(asked('directory:search')).toHaveLength(3);
    await user.keyboard('{Backspace}');
    expect(fake.askedAhead.at(-1)?.input).toEqual(asked('directory:search').at(-1));
    expect(fake.askedAhead).toHaveLength(4);
  });
});

describe('the rows of the list', () => {
  it('show a digit while Alt is held, and are opened by it', async () => {
    await renderApp();
    const user = userEvent.setup();
    await user.type(searchBox(), 'mik');
    const list = await screen.findByRole('listbox', { name: 'People' });
    expect(list.classList.contains('results--digits')).toBe(false);
    await user.keyboard('{Alt>}');
    expect(list.classList.contains('results--digits')).toBe(true);
    expect(within(list).getAllByRole('option')[1]?.dataset.digit).toBe('2');
    await user.keyboard('[Digit2]{/Alt}');
    expect(await screen.findByRole('region', { name: 'Mikhail Dvořák' })).toBeTruthy();
    expect(list.classList.contains('results--digits')).toBe(false);
    expect((searchBox() as HTMLInputElement).value).toBe('mik');
  });
});

describe('what Enter means', () => {
  const enterHints = (): number =>
    screen.getByRole('region', { name: 'Mika Aaltonen' }).querySelectorAll('.kbd .lucide-corner-down-left').length;

  it('is shown on the card only while the row of the list is the open person’s', async () => {
    await renderApp();
    const user = userEvent.setup();
    await user.type(searchBox(), 'mik');
    await screen.findByRole('listbox', { name: 'People' });
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    expect(enterHints()).toBe(1);
    await user.keyboard('{ArrowDown}');
    expect(enterHints()).toBe(0);
    await user.keyboard('{ArrowUp}');
    expect(enterHints()).toBe(1);
  });

  it('stays the check-in after the details were shown with the mouse', async () => {
    await renderApp();
    const user = userEvent.setup();
    await user.type(searchBox(), 'mik');
    await screen.findByRole('listbox', { name: 'People' });
    await user.keyboard('{Enter}');
    const card = within(await screen.findByRole('region', { name: 'Mika Aaltonen' }));
    await user.click(card.getByRole('button', { name: /Show for ID check/ }));
    expect(document.activeElement).toBe(searchBox());
    // By keyboard the focus stays where it was: Space hides them again.
    const hide = card.getByRole('button', { name: /Hide/ });
    act(() => hide.focus());
    await user.keyboard(' ');
    expect(document.activeElement).not.toBe(searchBox());
  });
});

describe('where the open person covers the list', () => {
  const opened = async () => {
    await renderApp();
    const user = userEvent.setup();
    await user.type(searchBox(), 'mik');
    const list = await screen.findByRole('listbox', { name: 'People' });
    list.checkVisibility = () => false;
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    return { user, list };
  };
  const active = (list: HTMLElement) => within(list).getByRole('option', { selected: true }).id;

  it('an arrow brings it back, one row on, with nobody open', async () => {
    const { user, list } = await opened();
    await user.keyboard('{ArrowDown}');
    expect(screen.queryByRole('region', { name: 'Mika Aaltonen' })).toBeNull();
    expect(active(list)).toBe('person-Mikhail Dvořák');
  });

  it('so does a click into the search box', async () => {
    const { user, list } = await opened();
    await user.click(searchBox());
    expect(screen.queryByRole('region', { name: 'Mika Aaltonen' })).toBeNull();
    expect(active(list)).toBe('person-Mika Aaltonen');
  });
});

it('a click opens nobody where the list moved on between press and release', async () => {
  let hits = [madeUp.hit('Mika', ''), madeUp.hit('Milo', '')];
  const { asked, fake } = await renderApp({ 'directory:search': ({ query }) => ok(madeUp.result(query, hits)) });
  const user = userEvent.setup();
  await user.keyboard('mi');
  const first = () => screen.getAllByRole('option')[0] as HTMLElement;
  await user.pointer({ keys: '[MouseLeft>]', target: first() });
  hits = [...hits].reverse();
  act(() => fake.publish('role-changes:changed', madeUp.roleChanges({ waiting: 1 })));
  await waitFor(() => expect(first().id).toBe('person-Milo'));
  await user.pointer({ keys: '[/MouseLeft]', target: first() });
  expect(asked('directory:open')).toEqual([]);
  await user.click(first());
  expect(asked('directory:open')).toEqual([{ userId: 'Milo' }]);
});

it('a list of similar spellings alone says so above it', async () => {
  await renderApp({
    'directory:search': ({ query }) =>
      ok(
        madeUp.result(
          query,
          madeUp.hitsOfMik().filter(({ slip }) => slip),
        ),
      ),
  });
  const user = userEvent.setup();
  // Few letters: more of them at a machine's pace are a scan.
  await user.type(searchBox(), 'sam');
  await screen.findByRole('option');
  // The row is there after the first letter, the sentence after the last.
  await waitFor(() =>
    expect(document.getElementById('search-hint')?.textContent).toBe(
      '1 person with a similar spelling. Check the name.',
    ),
  );
});

it('whoever is further off than the similar spellings is looked for on request', async () => {
  const similar = madeUp.hitsOfMik().filter(({ slip }) => slip);
  const further = madeUp.hit('Mulelr', '', { slip: true });
  await renderApp({
    'directory:search': ({ query, loose }) => ok(madeUp.result(query, loose ? [...similar, further] : similar)),
  });
  const user = userEvent.setup();
  await user.type(searchBox(), 'sam');
  await user.click(await screen.findByRole('button', { name: 'Look for more similar spellings' }));
  expect(screen.getByRole('option', { name: /Mulelr/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Look for more similar spellings' })).toBeNull();
  expect(document.activeElement).toBe(searchBox());
});

describe('usernames, addresses and numbers', () => {
  /** Texts with an address or a number in them that would take the direction of the words around them. */
  const loose = (place: HTMLElement): string[] => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\u2066[^\u2069]*\u2069/g, '');
      if (/[@•]|\+\d/.test(text) && node.parentElement?.closest('[dir="ltr"]') === null) texts.push(text);
    }
    return texts;
  };

  it('keep their order in a language from right to left, in the list, on the card and in its details', async () => {
    await renderApp({
      'directory:search': ({ query }) =>
        ok(
          madeUp.result(query, [
            madeUp.hit('Mika Aaltonen', '', {
              details: [
                { kind: 'username', value: { text: 'nordlys', marks: [[0, 4]] } },
                { kind: 'email', value: { text: 'm•••@aalto.example', marks: [] } },
                { kind: 'phone', value: { text: '•••• 4417', marks: [] } },
              ],
            }),
          ]),
        ),
    });
    // At a person's pace: faster, it would be a scan.
    const user = userEvent.setup({ delay: 80 });
    await user.keyboard('nord');
    const list = await screen.findByRole('listbox', { name: 'People' });
    expect(list.textContent).toContain('@nordlys · m•••@aalto.example · •••• 4417');
    await user.keyboard('{Enter}');
    const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    await user.click(within(person).getByRole('button', { name: /Show for ID check/ }));
    await within(person).findByText(/mikael@/);
    expect(person.textContent).toContain('@nordlys');
    expect([...loose(list), ...loose(person)]).toEqual([]);
  });
});

describe('a check-in whose role is called something else', () => {
  const arrived = (more: Partial<PersonRole> = {}): PersonRole => madeUp.role('Eingecheckt', { roleId: 'da', ...more });
  const desk = {
    'stations:read': () => ok(madeUp.station({ checkInRoleId: 'da', primaryRecipe: gives('da') })),
    'directory:open': ({ userId }: { userId: string }) => ok(madeUp.view(userId, { primary: arrived() })),
    'directory:search': ({ query }: { query: string }) =>
      ok(
        madeUp.result(query, [
          madeUp.hit('Mika Aaltonen', query, { primary: arrived({ held: true }) }),
          madeUp.hit('Anna Mikkelsen', query, { primary: arrived({ held: true, state: 'waiting' }) }),
        ]),
      ),
    'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct({ subject: 'Los', checkIn: true }) })),
  };

  it('is said in the words of a check-in', async () => {
    await renderApp(desk);
    const user = userEvent.setup();
    expect(screen.getByText(/^184 checked in/)).toBeTruthy();
    expect(screen.getByText(/^Checked in/u, { selector: '.last-act__words' })).toBeTruthy();
    await user.keyboard('mik');
    const list = await screen.findByRole('listbox', { name: 'People' });
    expect(
      within(list)
        .getAllByRole('option')
        .map((row) => row.querySelector('.chip')?.textContent),
    ).toEqual(['In', 'In, waiting']);
    await user.keyboard('{Enter}');
    const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    expect(within(person).getByText('Not checked in')).toBeTruthy();
    expect(within(person).queryByText(/Eingecheckt/)).toBeNull();
  });

  it('is said by the name of the role where that says nothing of arriving', async () => {
    await renderApp({ ...desk, 'stations:read': () => ok(madeUp.station({ primaryRecipe: gives('da') })) });
    const user = userEvent.setup();
    await user.keyboard('mik{Enter}');
    const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    expect(within(person).getByText(/Eingecheckt/)).toBeTruthy();
  });
});

it.each([
  ['no switch', false],
  ['a switch', true],
])(
  'says beside a first step that is still to be done what of it was refused, where that is %s',
  async (_name, isSwitch) => {
    const refused = madeUp.role('ID checked', {
      state: 'refused',
      refusal: madeUp.deskError('service-forbidden'),
      wishId: 'wish-id',
    });
    const { asked } = await renderApp({
      'directory:open': ({ userId }) =>
        ok(madeUp.view(userId, { refusedBeside: [refused], roles: isSwitch ? [refused] : [] })),
    });
    const user = userEvent.setup();
    await user.keyboard('mik{Enter}');
    const person = await screen.findByRole('region', { name: 'Mika Aaltonen' });
    expect(within(person).getByText('Not checked in')).toBeTruthy();
    expect(within(person).getByText(/ID checked.*was refused/)).toBeTruthy();
    await waitFor(() => expect(heard()).toMatch(/ID checked/));
    await user.click(within(person).getByRole('button', { name: 'I have dealt with it' }));
    expect(asked('role-changes:dismiss')).toEqual([{ wishId: 'wish-id' }]);
  },
);

it('a check-in that was not taken on is said by name once somebody else is open, seen and heard', async () => {
  let answer = (_: Result<{ actId: string }>): void => undefined;
  const { app } = await renderApp({ 'role-changes:run-recipe': () => new Promise((resolve) => (answer = resolve)) });
  act(() => app.desk.openPerson('Mika'));
  await screen.findByRole('region', { name: 'Mika' });
  act(() => app.desk.runPrimary());
  act(() => app.desk.openPerson('Anna'));
  await screen.findByRole('region', { name: 'Anna' });
  await act(async () => answer({ ok: false, error: madeUp.deskError('storage-full') }));
  const said = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u2066-\u2069]/gu, '');
  expect(
    said((await screen.findByText(/disk of this computer is full/, { selector: '.banner__title' })).textContent),
  ).toBe('Mika · The disk of this computer is full.');
  await waitFor(() => expect(said(heard())).toMatch(/^Mika · The disk/));
});

describe('the focus', () => {
  it('is in the search box from the start, and back in it after an act by mouse', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    expect(document.activeElement).toBe(searchBox());
    await user.keyboard('mik');
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
    await user.click(await screen.findByRole('switch', { name: 'Vendor' }));
    await waitFor(() => expect(asked('role-changes:wish')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(searchBox()));
    await user.click(screen.getByRole('button', { name: 'Check in' }));
    await waitFor(() => expect(asked('role-changes:run-recipe')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(searchBox()));
  });

  it('is back in it after a refusal was dealt with, or a check-in taken back, by keyboard', async () => {
    const answers = {
      open: madeUp.checkedIn(),
      refused: madeUp.role('Checked in', { state: 'refused', refusal: madeUp.deskError('bug'), wishId: 'w' }),
    };
    let primary: PersonRole = answers.open;
    const { app } = await renderApp({
      'directory:open': ({ userId }) => ok(madeUp.view(userId, { primary, roles: [] })),
    });
    const user = userEvent.setup();
    const pressed = async (userId: string, button: string): Promise<void> => {
      act(() => app.desk.openPerson(userId));
      const person = await screen.findByRole('region', { name: userId });
      act(() => within(person).getByRole('button', { name: button }).focus());
      await user.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement).toBe(searchBox()));
    };
    await pressed('Anna', 'Take back');
    primary = answers.refused;
    await pressed('Mika', 'I have dealt with it');
  });

  it('goes to the search box with the first character typed anywhere', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Menu' }).focus();
    await user.keyboard('1');
    expect(document.activeElement).toBe(searchBox());
    expect(asked('role-changes:wish')).toEqual([]);
  });

  it('comes back with the window', async () => {
    await renderApp();
    searchBox().blur();
    expect(document.activeElement).toBe(document.body);
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    expect(document.activeElement).toBe(searchBox());
  });
});

describe('Enter', () => {
  it('held down opens a person and checks nobody in', async () => {
    const { asked } = await renderApp();
    const user = userEvent.setup();
    await user.keyboard('mik');
    await screen.findByRole('listbox', { name: 'People' });
    await user.keyboard('{Enter>}');
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    for (let repeat = 0; repeat < 5; repeat += 1) {
      act(() => {
        searchBox().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }));
      });
    }
    expect(asked('role-changes:run-recipe')).toEqual([]);
    expect(screen.getByRole('region', { name: 'Mika Aaltonen' })).toBeTruthy();
  });

  it('right behind the last letter opens who was typed, not who was listed before it', async () => {
    const { asked } = await renderApp({
      'directory:search': ({ query }) => ok(madeUp.result(query, [madeUp.hit(`found for ${query}`, query)])),
    });
    await userEvent.setup().keyboard('ann{Enter}');
    await waitFor(() => expect(asked('directory:open')).toEqual([{ userId: 'found for ann' }]));
  });

  it('is said again by a scanner’s line feed without checking anybody in', async () => {
    const { asked } = await renderApp({
      'directory:search': ({ query }) => ok(madeUp.result(query, [madeUp.hit('Anna', '', { userId: query })])),
    });
    const press = (key: string, at: number): void => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: at });
      act(() => {
        searchBox().dispatchEvent(event);
      });
    };
    const code = '10020030';
    for (const [index, character] of [...code].entries()) press(character, 1000 + index * 10);
    fireEvent.change(searchBox(), { target: { value: code } });
    press('Enter', 1080);
    press('Enter', 1095);
    await screen.findByRole('region', { name: code });
    expect(asked('directory:open')).toEqual([{ userId: code }]);
    expect(asked('role-changes:run-recipe')).toEqual([]);
    press('Enter', 1600);
    expect(asked('role-changes:run-recipe')).toHaveLength(1);
  });
});

describe('what is spoken', () => {
  it('has its regions before there is anything to say', async () => {
    await renderApp();
    const regions = [...document.querySelectorAll('[aria-live]')];
    expect(regions.map((region) => region.getAttribute('aria-live'))).toEqual(
      expect.arrayContaining(['polite', 'assertive']),
    );
    const polite = document.querySelector('[aria-live="polite"]');
    const user = userEvent.setup();
    await user.keyboard('mik');
    await waitFor(() => expect(polite?.textContent).toBe('6 people found'));
  });

  it('says what was done to whom, and nothing of somebody else while a person is open', async () => {
    const lastAct = madeUp.lastAct({ userId: 'Mika Aaltonen', displayName: 'Mika Aaltonen', kind: 'undo' });
    const { fake } = await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ lastAct })) });
    const said = (): string | undefined =>
      document.querySelector('[aria-live="polite"]')?.textContent?.replaceAll(/[\u2066-\u2069]/gu, '');
    await waitFor(() =>
      expect(said()).toMatch(
        /^Took back “Check in” for Mika Aaltonen at [\d:]+, confirmed\. Ready for the next person$/u,
      ),
    );
    const user = userEvent.setup();
    await user.keyboard('mik{Enter}');
    await waitFor(() => expect(said()).toMatch(/^Mika Aaltonen open\. Took back “Check in” for Mika Aaltonen/u));
    act(() => fake.publish('role-changes:changed', madeUp.roleChanges({ lastAct: { ...lastAct, userId: 'anna' } })));
    await waitFor(() => expect(said()).toBe('Mika Aaltonen open'));
    const long = { ...lastAct, time: Date.now() - 3 * 60_000 };
    act(() => fake.publish('role-changes:changed', madeUp.roleChanges({ lastAct: long })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(said()).toBe('Ready for the next person'));
  });

  it('says a refusal at once', async () => {
    await renderApp({ 'role-changes:run-recipe': () => ({ ok: false, error: madeUp.deskError('storage-full') }) });
    const assertive = [...document.querySelectorAll('[aria-live="assertive"]')];
    const user = userEvent.setup();
    await user.keyboard('mik');
    await screen.findByRole('listbox', { name: 'People' });
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(assertive.map((region) => region.textContent).join('')).toContain('The disk of this computer is full.'),
    );
  });
});

it('lists nobody before something is typed (R18), and opens from the row without acting (R17)', async () => {
  await renderApp();
  expect(screen.queryByRole('listbox')).toBeNull();
  const user = userEvent.setup();
  await user.keyboard('mik');
  const list = await screen.findByRole('listbox', { name: 'People' });
  expect(within(list).queryByRole('button')).toBeNull();
  expect(within(list).queryByRole('switch')).toBeNull();
});

it('asks before a role held everywhere is taken away', async () => {
  const { asked } = await renderApp();
  const user = userEvent.setup();
  await user.keyboard('mik');
  await screen.findByRole('listbox', { name: 'People' });
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('switch', { name: 'Board member' }));
  const question = await screen.findByRole('alertdialog');
  await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
  expect(asked('role-changes:wish')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Take it away everywhere' }));
  await waitFor(() => expect(asked('role-changes:wish')).toHaveLength(1));
});

it('never puts a person into the title or into storage', async () => {
  await renderApp();
  const user = userEvent.setup();
  await user.keyboard('mik');
  await screen.findByRole('listbox', { name: 'People' });
  await user.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Mika Aaltonen' });
  expect(document.title).not.toContain('Mika');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Mika');
});

describe('a scanner', () => {
  /** Keys at a scanner's pace; says whether the page was kept from seeing each. */
  const scan = (text: string, at = 1000): void => {
    for (const [index, character] of [...text].entries()) {
      const key = character === '\n' ? 'Enter' : character;
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: at + index * 10 });
      act(() => {
        (document.activeElement ?? document.body).dispatchEvent(event);
      });
    }
  };

  it('opens whom it names from another page, over a question, and presses nothing on the way', async () => {
    const { asked, app } = await renderApp();
    const user = userEvent.setup();
    await user.keyboard('mik');
    await screen.findByRole('listbox', { name: 'People' });
    fireEvent.keyDown(searchBox(), { key: 'Enter' });
    await user.click(await screen.findByRole('switch', { name: 'Board member' }));
    await screen.findByRole('alertdialog');
    scan('100 200\n\n');
    await waitFor(() => expect(asked('directory:scan')).toHaveLength(1));
    expect(asked('directory:scan')[0]).toMatchObject({ text: '100 200\n\n' });
    await waitFor(() => expect(app.person.store.getState()).toMatchObject({ kind: 'open', userId: '100 200' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked('role-changes:wish')).toEqual([]);
    expect(asked('role-changes:run-recipe')).toEqual([]);

    act(() => app.screen.setState({ page: 'activity' }));
    scan('300400', 9000);
    await waitFor(() => expect(app.person.store.getState()).toMatchObject({ userId: '300400' }));
    expect(searchBox()).toBeTruthy();
    expect(asked('directory:open').length).toBe(3);
  });

  it('leaves Enter to the button it was pressed on where it only looked like one', async () => {
    const { app } = await renderApp();
    act(() => app.screen.setState({ page: 'activity' }));
    const back = await screen.findByRole('button', { name: 'Back to the desk' });
    act(() => back.focus());
    scan('x\n');
    // A hand lets go before it is clear that no scan comes.
    fireEvent.keyUp(back, { key: 'Enter' });
    expect(await screen.findByRole('searchbox', { name: 'Find a person' })).toBeTruthy();
  });

  it('opens its person where the scanner ends with no key at all', async () => {
    const { asked } = await renderApp();
    scan('100200');
    expect(await screen.findByRole('region', { name: '100200' })).toBeTruthy();
    expect(asked('directory:scan')).toEqual([expect.objectContaining({ text: '100200' })]);
  });

  it.each([
    ['a German keyboard', 'httpsÖ--reg.example-b_id´100200', { '´': 'Equal' }, 'https://reg.example/b?id=100200'],
    ['a German keyboard, at its beginning', 'id´100200', { '´': 'Equal' }, 'id=100200'],
    ['a French keyboard', 'x^eabcde', { '^': 'BracketLeft' }, 'x[eqbcde'],
  ])('set to American keys goes on over a dead key of %s', async (_name, typed, dead, meant) => {
    const { asked } = await renderApp();
    for (const [index, character] of [...typed].entries()) {
      const code = (dead as Record<string, string>)[character];
      const before = (dead as Record<string, string>)[[...typed][index - 1] ?? ''];
      // On some systems the letter comes with the accent on it, as composed.
      const composed = before !== undefined && character === 'e';
      const event = new KeyboardEvent('keydown', {
        key: code === undefined ? (composed ? 'ê' : character) : 'Dead',
        code: code ?? '',
        isComposing: composed,
        bubbles: true,
        cancelable: true,
      });
      Object.defineProperty(event, 'timeStamp', { value: 1000 + index * 10 });
      act(() => {
        searchBox().dispatchEvent(event);
      });
    }
    await waitFor(() => expect(asked('directory:scan')).toEqual([{ text: typed }]));
    const reading = readScan(typed);
    expect(reading.kind === 'code' && reading.otherwise.flatMap(({ whole }) => whole)).toContain(meant);
  });

  it('that nobody could look up for says so, seen and heard, until something else is looked for', async () => {
    await renderApp({ 'directory:scan': () => ({ ok: false, error: madeUp.deskError('sign-in-required') }) });
    scan('100200');
    const banner = await screen.findByText('Nobody is signed in at this desk.', { selector: '.banner__title' });
    expect(banner.closest('.banner')?.querySelector('button')).toBeNull();
    await waitFor(() => expect(heard()).toContain('Nobody is signed in at this desk.'));
    await userEvent.setup().keyboard('mik');
    expect(screen.queryByText('Nobody is signed in at this desk.', { selector: '.banner__title' })).toBeNull();
    await waitFor(() => expect(heard()).toBe(''));
  });

  it('counts once what it sends twice', async () => {
    const { asked } = await renderApp();
    scan('100200\n', 1000);
    scan('100200\n', 1900);
    scan('300400\n', 2500);
    await waitFor(() => expect(asked('directory:scan')).toHaveLength(2));
    expect(asked('directory:scan').filter((input) => JSON.stringify(input).includes('"100200'))).toHaveLength(1);
    expect(asked('role-changes:run-recipe')).toEqual([]);
  });

  it('never shows a licence', async () => {
    await renderApp({
      'directory:scan': () => ok({ ...madeUp.result('DOE JANE', []), searchedFor: 'DOE JANE' }),
    });
    scan('@\n\nANSI 636014040002DL\nDCSDOE\nDACJANE\nDAG12 HARBOR ST\n');
    expect((searchBox() as HTMLInputElement).value).not.toMatch(/ANSI|DCS|HARBOR/);
    await waitFor(() => expect((searchBox() as HTMLInputElement).value).toBe('DOE JANE'));
    expect(document.body.textContent).not.toContain('HARBOR');
  });

  it('shows nothing of a licence, not even the sign it begins with; typed by hand that sign is text', async () => {
    await renderApp();
    const box = searchBox() as HTMLInputElement;
    const seen: string[] = [];
    box.addEventListener('input', () => seen.push(box.value));
    const at = new KeyboardEvent('keydown', { key: '@', bubbles: true, cancelable: true });
    Object.defineProperty(at, 'timeStamp', { value: 1000 });
    act(() => {
      box.dispatchEvent(at);
    });
    expect(at.defaultPrevented).toBe(true);
    scan('\n\nANSI 636014040002DL\nDCSDOE\n', 1010);
    await waitFor(() => expect(box.value).not.toBe(''));
    expect(seen.join('')).not.toContain('@');

    await userEvent.setup({ delay: 60 }).keyboard('{Escape}@aalto');
    await waitFor(() => expect(box.value).toBe('@aalto'));
    await userEvent.setup().keyboard('{Escape}@');
    await waitFor(() => expect(box.value).toBe('@'));
  });
});

describe('help', () => {
  it('opens at what is on the screen, from the bar and from the keyboard map, without the network', async () => {
    await renderApp();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Help for this screen' }));
    const book = await screen.findByRole('dialog', { name: 'Help' });
    await within(book).findByRole('heading', { name: 'Find somebody' });
    const wanted = (): string | undefined => book.querySelector('.help-book__chapter--wanted h3')?.textContent;
    expect(wanted()).toBe('Find somebody');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.keyboard('mik');
    await screen.findByRole('listbox', { name: 'People' });
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Mika Aaltonen' });
    await user.keyboard('{F1}');
    const map = await screen.findByRole('dialog', { name: 'Keyboard map' });
    await user.click(within(map).getByRole('button', { name: 'Open the guide' }));
    const again = await screen.findByRole('dialog', { name: 'Help' });
    await waitFor(() =>
      expect(again.querySelector('.help-book__chapter--wanted h3')?.textContent).toBe('Something was refused'),
    );
    expect(screen.queryByRole('dialog', { name: 'Keyboard map' })).toBeNull();
  });
});

it('closes the menu over which somebody scanned', async () => {
  const { app } = await renderApp();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Menu' }));
  expect(await screen.findByRole('menu')).toBeTruthy();
  act(() => app.scan('100200', 1));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(await screen.findByRole('region', { name: '100200' })).toBeTruthy();
});

describe('what only somebody can settle', () => {
  it('is said on the desk while changes wait because of it', async () => {
    const { fake } = await renderApp({
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 2, heldBecause: 'oauth-invalid-client' })),
    });
    expect(screen.getByText(/does not accept this connection/)).toBeTruthy();
    act(() => fake.publish('role-changes:changed', madeUp.roleChanges()));
    expect(screen.queryByText(/does not accept this connection/)).toBeNull();
  });

  it('a newer Rolecall’s changes are named', async () => {
    await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ newer: true })) });
    expect(screen.getByText(/noted by a newer Rolecall/)).toBeTruthy();
    expect(screen.getByText(/can neither send nor undo them/)).toBeTruthy();
  });

  it('a journal that could not be read whole is told of until somebody has seen it', async () => {
    const { app } = await renderApp({ 'role-changes:read': () => ok(madeUp.roleChanges({ unreadable: true })) });
    const banner = screen.getByText(/can’t be read any more/).closest<HTMLElement>('.banner');
    if (banner === null) throw new Error('There is no banner.');
    act(() => app.screen.setState({ page: 'activity' }));
    act(() => app.screen.setState({ page: 'desk' }));
    await userEvent.setup().click(
      within(screen.getByText(/can’t be read any more/).closest<HTMLElement>('.banner') ?? banner).getByRole('button', {
        name: 'Close',
      }),
    );
    expect(screen.queryByText(/can’t be read any more/)).toBeNull();
  });
});
