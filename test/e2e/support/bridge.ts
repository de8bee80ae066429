import { expect, type Page } from '@playwright/test';
import type { Bridge } from '../../../contract/desk/channel-map.ts';
import type { SearchResult } from '../../../contract/desk/directory.ts';
import type { Result } from '../../../contract/desk/errors.ts';
import type { SignInState } from '../../../contract/desk/sign-in.ts';

/** The sign-in state as the page gets it. */
export async function signInState(window: Page): Promise<SignInState> {
  const result = await window.evaluate(() =>
    (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['sign-in:read']({}),
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Waits for a sign-in state of this kind. Practice mode's first start makes a database, which takes its time. */
export async function untilSignIn<Kind extends SignInState['kind']>(
  window: Page,
  kind: Kind,
): Promise<Extract<SignInState, { kind: Kind }>> {
  await expect
    .poll(async () => (await signInState(window)).kind, { timeout: 90_000, message: `state ${kind}` })
    .toBe(kind);
  return (await signInState(window)) as Extract<SignInState, { kind: Kind }>;
}

/** Asks for a sign-in as the button does. */
export async function startSignIn(window: Page): Promise<void> {
  await window.evaluate(() => (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['sign-in:start']({}));
}

export async function pasteAddress(window: Page, address: string): Promise<unknown> {
  return window.evaluate(
    (text) =>
      (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['sign-in:paste-address']({ address: text }),
    address,
  );
}

/** What the page is told when somebody types this. */
export async function searchFor(window: Page, query: string, limit = 50): Promise<Result<SearchResult>> {
  const text = await window.evaluate(
    (input) => (globalThis as unknown as { rolecall: Bridge }).rolecall.atOnce['directory:search'](input),
    { query, limit },
  );
  return JSON.parse(text);
}
