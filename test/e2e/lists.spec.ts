/** A list of five hundred with twenty problems in real Electron: looked at, put right, applied, and taken back whole. */
import type { Page } from '@playwright/test';
import { signIn } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch, { attendees: 600 });
    await use(organisation);
    await organisation.stop();
  },
});

type Person = Awaited<ReturnType<Organisation['people']>>[number];

const count = (window: Page, words: string) =>
  window.getByRole('list', { name: 'Show' }).getByRole('button', { name: words });

async function openLists(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Menu' }).click();
  await window.getByRole('menuitem', { name: 'Lists' }).click();
  await expect(window.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible();
}

/** Pasted as a person pastes: typing fifty thousand characters would be somebody else's test. */
async function paste(window: Page, text: string): Promise<void> {
  await window.getByRole('textbox', { name: 'Paste the list here' }).fill(text);
  await window.getByRole('button', { name: 'Look at the list' }).click();
}

test('a list of 500 with 20 problems', async ({ rolecall, organisation }) => {
  const everybody = await organisation.people();
  const emails = new Map<string, number>();
  for (const { email } of everybody) emails.set(email.toLowerCase(), (emails.get(email.toLowerCase()) ?? 0) + 1);
  const clear = everybody.filter(({ email }) => emails.get(email.toLowerCase()) === 1).slice(0, 480);
  expect(clear).toHaveLength(480);
  const doubled = clear.slice(0, 8).map(({ email }) => email.toUpperCase());
  const unknown = Array.from({ length: 12 }, (_none, index) => `nobody-${index}@nowhere.example`);
  const lines = [...clear.map(({ email }) => email), ...doubled, ...unknown];
  expect(lines).toHaveLength(500);

  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(window.getByText(/up to date/)).toBeVisible();
  await openLists(window);
  await paste(window, lines.join('\n'));
  await window.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Volunteer' });
  await expect(count(window, 'nobody found')).toContainText('12');
  await expect(count(window, 'twice in the list')).toContainText('8');
  await expect(window.getByText(/Who has it already is as of/)).toBeVisible();

  const holds = async (person: Person) => (await organisation.roleNames(person.id)).includes('Volunteer');
  const [first] = clear;
  if (first === undefined) throw new Error('Nobody in the list.');
  const before = await holds(first);

  await count(window, 'nobody found').click();
  await expect(window.getByText('nobody-0@nowhere.example')).toBeVisible();
  await count(window, 'All rows').click();

  await window.getByRole('button', { name: /^Give .*Volunteer.* to \d+ people$/ }).click();
  expect(await holds(first)).toBe(before);
  await window.getByRole('button', { name: 'Apply the list' }).click();
  await expect(window.getByText('being sent').or(window.getByText('done', { exact: true }))).toBeVisible();
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible({ timeout: 60_000 });
  await expect(window.getByText('done', { exact: true })).toBeVisible();
  for (const person of [first, clear[240], clear[479]]) {
    if (person !== undefined) expect(await holds(person)).toBe(true);
  }

  // The same list again changes nobody.
  await paste(window, lines.join('\n'));
  await window.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Volunteer' });
  await expect(count(window, 'is so already')).toContainText('480');
  await expect(window.getByText('There is nothing to change with this list and this role.')).toBeVisible();
  await window.getByRole('button', { name: 'Put the list away' }).click();

  await window.getByRole('button', { name: /^Undo the list/ }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Undo the list' }).click();
  await expect.poll(() => holds(first), { timeout: 60_000 }).toBe(before);
});
