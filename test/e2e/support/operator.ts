import { expect, type Locator, type Page } from '@playwright/test';
import { walkThroughConsent } from '../../../scripts/consent-pages.mjs';
import type { LaunchedApp } from './launched-app.ts';

/**
 * The "Sign in" button once it can be pressed. The first start of practice mode makes a whole convention first, which takes a
 * busy machine a while.
 */
export async function signInButton(window: Page): Promise<Locator> {
  const button = window.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeEnabled({ timeout: 90_000 });
  return button;
}

/**
 * Signs in from the sign-in screen: presses "Sign in", goes through the service's pages as a browser would, and brings the
 * link back by a second instance. The desk opens afterwards; wait for its search box.
 * @param choice operator: part of a name or label on the practice sign-in page; decision: what to press on the consent page
 */
export async function signIn(
  app: LaunchedApp,
  window: Page,
  choice: { operator?: string; decision?: 'authorize' | 'deny' } = {},
): Promise<void> {
  const button = await signInButton(window);
  await button.click();
  await app.openLink(await walkThroughConsent(await app.nextBrowserUrl(), choice));
}
