/**
 * How many things somebody has to do, counted by a machine: every key and every scan goes through a counter. 10,000 people.
 * The table in docs/figures.md is from here.
 */
import type { Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import { searchFor } from './support/bridge.ts';
import { type Answered, bestWayTo, type Way } from './support/fewest-keys.ts';
import { signIn } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';
import { scan } from './support/scanner.ts';

const attendees = 10_000;
const sample = 200;

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch, { attendees });
    await use(organisation);
    await organisation.stop();
  },
});

type Person = Awaited<ReturnType<Organisation['people']>>[number];
const shownName = (person: Person): string => person.preferredName ?? `${person.firstName} ${person.lastName}`;
const card = (window: Page, person: Person) => window.getByRole('region', { name: shownName(person), exact: true });

/** A hand that counts. */
function hand(window: Page) {
  let actions = 0;
  return {
    actions: () => actions,
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        actions += 1;
        // At the pace of a quick hand: what types faster is a scanner. Letters no keyboard of ours has are typed as text.
        if ([...key].length === 1) await window.keyboard.type(key, { delay: 70 });
        else await window.keyboard.press(key, { delay: 70 });
      }
    },
    async scan(text: string): Promise<void> {
      actions += 1;
      await scan(window, text);
    },
  };
}

/** What the desk itself answers to a text, as its list shows it. */
async function search(window: Page, query: string): Promise<Answered> {
  const result = await searchFor(window, query, 12);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.hits.map(({ userId }) => userId);
}

/** The same people on every run. */
function drawn(people: readonly Person[], count: number): Person[] {
  let state = 20_261_128;
  const left = [...people];
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const [person] = left.splice(state % left.length, 1);
    if (person === undefined) throw new Error('Too few people.');
    return person;
  });
}

async function atTheDesk(
  rolecall: Parameters<Parameters<typeof test>[2]>[0]['rolecall'],
  organisation: Organisation,
): Promise<Page> {
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(window.getByText(/10,000 people.*up to date/i)).toBeVisible({ timeout: 180_000 });
  return window;
}

test('one scan and Enter check somebody in; one key takes it back; a flag for the next person takes two', async ({
  rolecall,
  organisation,
}) => {
  test.setTimeout(600_000);
  const window = await atTheDesk(rolecall, organisation);
  const newcomers: Person[] = [];
  for (const person of drawn(await organisation.people(), 60)) {
    if (person.preferredName === null && (await organisation.roleNames(person.id)).length === 0) newcomers.push(person);
  }
  const [first, second] = newcomers;
  if (first === undefined || second === undefined) throw new Error('Nobody is new.');

  const scanning = hand(window);
  await scanning.scan(first.id);
  await expect(card(window, first)).toBeVisible();
  await scanning.press('Enter');
  await expect(card(window, first).getByText(/^Checked in at/)).toBeVisible();
  expect(scanning.actions()).toBe(2);
  await expect.poll(() => organisation.roleNames(first.id)).toEqual(['Checked in']);

  const undoing = hand(window);
  await undoing.press('Control+z');
  await expect.poll(() => organisation.roleNames(first.id)).toEqual([]);
  expect(undoing.actions()).toBe(1);

  // The next person, while the one before is still open: typing replaces them.
  await window.keyboard.type(second.username, { delay: 70 });
  await expect(window.getByRole('option').first()).toContainText(second.username);
  const flagging = hand(window);
  const vendor = await window.evaluate(async () => {
    const station = await (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['stations:read']({});
    return station.ok ? station.value.roles.findIndex(({ roleName }) => roleName === 'Vendor') + 1 : 0;
  });
  await flagging.press('Enter');
  await expect(card(window, second)).toBeVisible();
  await flagging.press(`Control+${vendor}`);
  await expect(card(window, second).getByRole('switch', { name: 'Vendor' })).toHaveAttribute('aria-checked', 'true');
  await expect.poll(() => organisation.roleNames(second.id)).toEqual(['Vendor']);
  expect(flagging.actions()).toBe(2);
});

test('by name, nine of ten people are found with few keys', async ({ rolecall, organisation }, testInfo) => {
  test.setTimeout(1_200_000);
  const window = await atTheDesk(rolecall, organisation);
  const people = drawn(await organisation.people(), sample);
  const ways: { person: Person; way: Way | null }[] = [];
  for (const person of people) {
    ways.push({ person, way: await bestWayTo(person, (query) => search(window, query)) });
  }
  // More than nine of one name: who stands there has to say something else, or show a code.
  const keys = ways.map(({ way }) => way?.letters.length ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other);
  const share = (most: number): number => keys.filter((count) => count <= most).length / keys.length;
  const said = Object.fromEntries([3, 4, 5, 6, 7, 8].map((most) => [most, `${Math.round(share(most) * 100)} %`]));
  await testInfo.attach('keys', { body: JSON.stringify(said), contentType: 'application/json' });
  console.log(
    `Letters before the row is opened, of ${sample} people: ${JSON.stringify(said)}; median ${keys[keys.length / 2]}.`,
  );

  // What was worked out is done with real keys: letters, one that opens the row, and Enter would check in.
  for (const { person, way } of ways.slice(0, 20)) {
    if (way === null) continue;
    const typing = hand(window);
    await typing.press(...way.letters);
    await expect(window.locator('.result').nth(way.row)).toHaveAttribute('id', `person-${person.id}`);
    await typing.press(way.row === 0 ? 'Enter' : `Alt+Digit${way.row + 1}`);
    await expect(card(window, person)).toBeVisible();
    expect(typing.actions()).toBe(way.letters.length + 1);
    await window.keyboard.press('Escape');
  }
  expect(share(4)).toBeGreaterThanOrEqual(0.9);
});
