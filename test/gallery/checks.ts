/** What must hold of every state, looked at from outside in a real browser. Each answers with what it found wrong. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * WCAG 2.2 A and AA, and what axe thinks good practice. `oneWindow`: Electron makes no second page for axe to work in.
 * `forced`: the colours are the system's, and axe reads those of the page that nobody sees. `coloursOnly`: the rest was looked
 * at in another theme.
 */
export async function axeFindings(
  page: Page,
  {
    oneWindow = false,
    forced = false,
    coloursOnly = false,
  }: { readonly oneWindow?: boolean; readonly forced?: boolean; readonly coloursOnly?: boolean } = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(oneWindow);
  if (coloursOnly) axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  if (forced) axe.disableRules(['color-contrast']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `axe ${id}: ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`),
  );
}

/** Side of the smallest target, in CSS pixels. WCAG 2.5.8 asks for 24; a finger and a queue ask for 44 (2.5.5). */
export const smallestTarget = 44;

/** Whatever can be pressed is large enough, and none lies over another. A field or a choice in a label is as large as its label. */
export function targetFindings(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressable =
      'button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="switch"], [role="option"], [role="menuitem"], [role="menuitemradio"], [role="radio"], [role="tab"]';
    /** For screen readers only: it stands in something a pixel wide. */
    const isUnseen = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width <= 1 || isUnseen(element.parentElement));
    const found: string[] = [];
    /** What of an element can be seen in the boxes it scrolls in. */
    const seen = (element: HTMLElement): { left: number; top: number; right: number; bottom: number } => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const edge = around.getBoundingClientRect();
        left = Math.max(left, edge.left);
        top = Math.max(top, edge.top);
        right = Math.min(right, edge.right);
        bottom = Math.min(bottom, edge.bottom);
      }
      return { left, top, right, bottom };
    };
    /** What stays in sight while the rest scrolls under it. */
    const stays = (element: Element | null): Element | null =>
      element === null || /^(?:sticky|fixed)$/.test(getComputedStyle(element).position)
        ? element
        : stays(element.parentElement);
    const before = new Map<HTMLElement, { name: string; box: ReturnType<typeof seen> }>();
    for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
      const target = element.matches('input')
        ? (element.closest<HTMLElement>('label, .search-box') ?? element)
        : element;
      if (!target.checkVisibility({ visibilityProperty: true }) || isUnseen(target)) continue;
      const { width, height } = target.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
      const box = seen(target);
      // Behind a dialog nothing can be pressed.
      if (target.closest('[inert], [aria-hidden="true"]') === null) {
        for (const [other, { name: otherName, box: otherBox }] of before) {
          if (other.contains(target) || target.contains(other) || stays(other) !== stays(target)) continue;
          const across = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
          const down = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
          if (across > 1 && down > 1) {
            found.push(`target "${name}" lies over "${otherName}": ${Math.round(across)}×${Math.round(down)}`);
          }
        }
        before.set(target, { name, box });
      }
      // Half a pixel: boxes that are laid out in fractions.
      if (width >= least - 0.5 && height >= least - 0.5) continue;
      found.push(`target ${target.className || target.tagName} "${name}": ${Math.round(width)}×${Math.round(height)}`);
    }
    return found;
  }, smallestTarget);
}

/** Most presses of Tab before a page counts as having no end. */
const mostStops = 80;

/**
 * Tab goes through everything that can be reached, in the order of the page, and where it is can be seen: a ring of two
 * pixels or more around it or around what it stands in, and not covered by anything (WCAG 2.4.3, 2.4.7, 2.4.11).
 */
export async function focusFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const each of document.querySelectorAll('[data-tab-stop]')) each.removeAttribute('data-tab-stop');
  });
  for (let stop = 1; stop <= mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate((number) => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      if (element.hasAttribute('data-tab-stop')) return null;
      element.setAttribute('data-tab-stop', String(number));
      const what = `${element.className || element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
      const problems: string[] = [];
      const ringed = (each: Element): boolean => {
        const style = getComputedStyle(each);
        const outline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
        const shadow = style.boxShadow !== 'none' && /\b[2-9]px\b/.test(style.boxShadow);
        return (
          outline || (each.matches(':focus-within') && each !== document.body && shadow && each.matches('.search-box'))
        );
      };
      const around = [
        element,
        ...(['label', '.search-box', '[data-focus-visible]'] as const).flatMap(
          (selector) => element.closest(selector) ?? [],
        ),
      ];
      if (!around.some(ringed)) problems.push(`focus is not seen on ${what}`);
      const shown = element.matches('input') ? (element.closest('label') ?? element) : element;
      const box = shown.getBoundingClientRect();
      const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
      const y = Math.min(Math.max(box.top + Math.min(box.height, 88) / 2, 1), innerHeight - 1);
      const on = document.elementFromPoint(x, y);
      if (on === null || !(shown.contains(on) || on.contains(shown))) {
        problems.push(`focus is covered on ${what} by ${on?.className ?? 'nothing'}`);
      }
      if (element.tabIndex > 0) problems.push(`focus order is set by hand on ${what}`);
      return problems;
    }, stop);
    if (seen === null) break;
    found.push(...seen);
    if (stop === mostStops) found.push(`focus: no end after ${mostStops} stops`);
  }
  const outOfOrder = await page.evaluate(() => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-tab-stop]')];
    const wrong = stops.filter((each, index) => {
      const before = stops[index - 1];
      return before !== undefined && Number(each.dataset.tabStop) < Number(before.dataset.tabStop);
    });
    // Where the focus started is where Tab begins: one step back is the way round.
    return wrong.length > 1 ? wrong.map((each) => each.className || each.tagName) : [];
  });
  if (outOfOrder.length > 0) found.push(`focus order is not that of the page: ${outOfOrder.join(', ')}`);
  return found;
}
