/**
 * A whole shift with a queue of ten, as the operator's guide tells it, once with nothing but the keyboard and once with nothing
 * but the scanner: a family, somebody without a booking, a vendor, somebody who is in already, two of the same name, and the
 * network gone in the middle. At the end the service holds exactly what was done.
 */
import type { Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import { walkThroughConsent } from '../../scripts/consent-pages.mjs';
import type { LaunchedApp } from './support/launched-app.ts';
import { signInButton } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';
import { scan } from './support/scanner.ts';

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch, { attendees: 2_000 });
    await use(organisation);
    await organisation.stop();
  },
});

type Person = Awaited<ReturnType<Organisation['people']>>[number];
const nameOf = (person: Person): string => `${person.firstName} ${person.lastName}`;
const card = (window: Page, person: Person) => window.getByRole('region', { name: nameOf(person), exact: true });
const searchBox = (window: Page) => window.getByRole('searchbox', { name: 'Find a person' });
const checkedIn = (window: Page, person: Person) => card(window, person).getByText(/^Checked in at/);

/** A quick hand; what types faster is a scanner. Milliseconds between two keys. */
const pace = { delay: 70 };

/** Tab until what has the focus has this name, as somebody without a mouse does. */
async function tabTo(window: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await window.keyboard.press('Tab');
    const focused = await window.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never comes to ${name}.`);
}

async function signInByKeyboard(app: LaunchedApp, window: Page): Promise<void> {
  await signInButton(window);
  await tabTo(window, /^Sign in/);
  await window.keyboard.press('Enter');
  await app.openLink(await walkThroughConsent(await app.nextBrowserUrl(), {}));
  await expect(searchBox(window)).toBeFocused();
  await expect(window.getByText(/2,000 people.*up to date/i)).toBeVisible({ timeout: 120_000 });
}

async function leaveByKeyboard(window: Page): Promise<void> {
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  await tabTo(window, /^Menu$/);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('menu')).toBeVisible();
  await window.keyboard.type('Sign out', pace);
  await window.keyboard.press('Enter');
  await signInButton(window);
}

interface Queue {
  readonly family: readonly [Person, Person, Person];
  readonly vendor: Person;
  readonly inAlready: Person;
  readonly twins: readonly [Person, Person];
  readonly offline: readonly [Person, Person];
}

/** Ten people of the made-up convention who can play these parts. */
async function queueOf(organisation: Organisation): Promise<Queue> {
  const plain = (await organisation.people()).filter(
    ({ firstName, lastName, preferredName }) => preferredName === null && /^[A-Za-z]+$/.test(firstName + lastName),
  );
  const used = new Set<string>();
  const isNew = async (person: Person): Promise<boolean> =>
    !used.has(person.id) && (await organisation.roleNames(person.id)).length === 0;
  const take = async (group: readonly Person[], count: number): Promise<Person[]> => {
    const found: Person[] = [];
    for (const person of group) if (found.length < count && (await isNew(person))) found.push(person);
    if (found.length === count) for (const { id } of found) used.add(id);
    return found.length === count ? found : [];
  };
  const firstGroup = async (key: (person: Person) => string, count: number, distinct: boolean): Promise<Person[]> => {
    const groups = new Map<string, Person[]>();
    for (const person of plain) groups.set(key(person), [...(groups.get(key(person)) ?? []), person]);
    for (const group of groups.values()) {
      if (group.length < count) continue;
      if (distinct && new Set(group.map(nameOf)).size < group.length) continue;
      const found = await take(group, count);
      if (found.length === count) return found;
    }
    throw new Error('The made-up convention has no such group.');
  };
  const twins = await firstGroup(nameOf, 2, false);
  const family = await firstGroup(({ lastName }) => lastName, 3, true);
  const [vendor, inAlready, one, other] = await take(plain, 4);
  if (vendor === undefined || inAlready === undefined || one === undefined || other === undefined)
    throw new Error('Too few.');
  await organisation.give(inAlready.id, 'Checked in');
  return {
    family: family as unknown as Queue['family'],
    vendor,
    inAlready,
    twins: twins as unknown as Queue['twins'],
    offline: [one, other],
  };
}

async function holds(organisation: Organisation, queue: Queue, vendorRoles: readonly string[]): Promise<void> {
  const expected = new Map<Person, string[]>([
    ...[...queue.family, ...queue.twins, ...queue.offline, queue.inAlready].map((person): [Person, string[]] => [
      person,
      ['Checked in'],
    ]),
    [queue.vendor, [...vendorRoles]],
  ]);
  for (const [person, roles] of expected) {
    await expect.poll(() => organisation.roleNames(person.id), { message: nameOf(person) }).toEqual(roles);
  }
}

test('by keyboard alone', async ({ rolecall, organisation }) => {
  test.setTimeout(600_000);
  const queue = await queueOf(organisation);
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  const { keyboard } = window;
  await signInByKeyboard(app, window);

  const find = async (text: string, person: Person): Promise<void> => {
    await keyboard.type(text, pace);
    await expect(window.locator('.result').first()).toHaveAttribute('id', `person-${person.id}`);
    await keyboard.press('Enter');
    await expect(card(window, person)).toBeVisible();
  };
  const checkIn = async (person: Person): Promise<void> => {
    await keyboard.press('Enter');
    await expect(checkedIn(window, person)).toBeVisible();
  };

  // A family: their name once, then down the list.
  await keyboard.type(queue.family[0].lastName, pace);
  for (const member of queue.family) {
    const rows = window.locator('.result');
    await expect(rows.first()).toBeVisible();
    const row = window.locator(`[id="person-${member.id}"]`);
    await expect(row).toBeVisible();
    for (let step = 0; step < 12 && (await row.getAttribute('aria-selected')) !== 'true'; step += 1) {
      const before = await window.locator('.result--active').getAttribute('id');
      const wantedIndex = await row.evaluate((each) => [...(each.parentElement?.children ?? [])].indexOf(each));
      const activeIndex = await window
        .locator('.result--active')
        .evaluate((each) => [...(each.parentElement?.children ?? [])].indexOf(each));
      await keyboard.press(wantedIndex > activeIndex ? 'ArrowDown' : 'ArrowUp');
      await expect(window.locator('.result--active')).not.toHaveAttribute('id', before ?? '');
    }
    await keyboard.press('Enter');
    await expect(card(window, member)).toBeVisible();
    await checkIn(member);
  }
  await keyboard.press('Enter');
  await expect(searchBox(window)).toHaveValue('');

  // Nobody of that name: the second look is on Enter, and says that it found nobody either.
  await keyboard.type('Qvxzjjkw', pace);
  await expect(window.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await keyboard.press('Enter');
  await expect(window.getByText('Nobody with a similar spelling either.')).toBeVisible();
  await keyboard.press('Escape');

  await find(queue.vendor.username, queue.vendor);
  await checkIn(queue.vendor);
  const vendor = card(window, queue.vendor).getByRole('switch', { name: 'Vendor' });
  const number = await vendor.locator('.kbd').textContent();
  await keyboard.press(`Control+${number}`);
  await expect(vendor).toHaveAttribute('aria-checked', 'true');
  await keyboard.press('Enter');

  await find(queue.inAlready.username, queue.inAlready);
  await expect(
    card(window, queue.inAlready)
      .getByText(/Checked in|Already in/)
      .first(),
  ).toBeVisible();
  await expect(card(window, queue.inAlready).getByRole('button', { name: 'Check in' })).toHaveCount(0);
  await keyboard.press('Enter');

  // Two of the same name: the list has both, what differs is in the second line, and that is typed.
  await keyboard.type(nameOf(queue.twins[0]), pace);
  for (const twin of queue.twins) await expect(window.locator(`[id="person-${twin.id}"]`)).toContainText(twin.username);
  await keyboard.press('Escape');
  for (const twin of queue.twins) {
    await find(twin.username, twin);
    await checkIn(twin);
    await keyboard.press('Enter');
  }

  // What was done so far has arrived: what is waiting from here on is counted.
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  organisation.cutNetwork();
  for (const person of queue.offline) {
    await find(person.username, person);
    await checkIn(person);
    await expect(
      card(window, person)
        .getByText(/waiting to send/)
        .first(),
    ).toBeVisible();
    await keyboard.press('Enter');
  }
  await expect(window.getByRole('status').filter({ hasText: /Offline.*2 changes/ })).toBeVisible();
  organisation.restoreNetwork();
  await holds(organisation, queue, ['Checked in', 'Vendor']);
  await leaveByKeyboard(window);
});

/** The desk becomes a station at which a scan checks in by itself and the next person follows at once. */
async function becomeDoors(window: Page): Promise<void> {
  const chosen = await window.evaluate(async () => {
    const { requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
    const station = await requests['stations:read']({});
    const changes = station.ok ? station.value.primaryRecipe?.changes : undefined;
    if (!station.ok || changes === undefined) return 'There is no check-in.';
    const saved = await requests['stations:save']({
      draft: {
        id: null,
        name: 'Doors',
        primaryRecipe: { id: null, name: 'Check in', changes, scanRunsIt: true },
        furtherRecipes: [],
        roleIds: station.value.roles.map(({ roleId }) => roleId),
        columns: station.value.columns,
        sounds: false,
        lockAfterMinutes: null,
        afterAct: 'next',
      },
    });
    if (!saved.ok || saved.value.kind !== 'saved') return JSON.stringify(saved);
    const used = await requests['stations:choose']({ stationId: saved.value.stationId });
    return used.ok ? 'done' : used.error.message;
  });
  expect(chosen).toBe('done');
  await expect(window.getByRole('button', { name: /Doors/ })).toBeVisible();
}

test('by scanner alone: one scan each, and nothing else', async ({ rolecall, organisation }) => {
  test.setTimeout(600_000);
  const queue = await queueOf(organisation);
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signInByKeyboard(app, window);
  await becomeDoors(window);
  const lastAct = window.getByRole('complementary', { name: 'Last act' });
  const letIn = async (person: Person): Promise<void> => {
    await scan(window, person.id);
    await expect(lastAct).toContainText(`Checked in ${nameOf(person)}`);
    await expect(searchBox(window)).toHaveValue('');
  };

  for (const member of queue.family) await letIn(member);
  await scan(window, '99999999');
  await expect(window.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await letIn(queue.vendor);
  // Nothing is done twice: the card says that they are in, and stays until the next scan.
  await scan(window, queue.inAlready.id);
  await expect(card(window, queue.inAlready)).toBeVisible();
  await expect(lastAct).toContainText(`Checked in ${nameOf(queue.vendor)}`);
  await scan(window, queue.twins[0].id);
  await expect(lastAct).toContainText(`Checked in ${nameOf(queue.twins[0])}`);
  await scan(window, queue.twins[1].id);
  await expect.poll(() => organisation.roleNames(queue.twins[1].id)).toEqual(['Checked in']);
  // What was done so far has arrived: what is waiting from here on is counted.
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  organisation.cutNetwork();
  for (const person of queue.offline) await letIn(person);
  await expect(window.getByRole('status').filter({ hasText: /Offline.*2 changes/ })).toBeVisible();
  organisation.restoreNetwork();
  await holds(organisation, queue, ['Checked in']);
});
