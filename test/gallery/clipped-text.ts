import type { Page } from '@playwright/test';

/**
 * Words of ours that can't be read whole: wider than a box that hides what sticks out, wider than the button or pill they
 * stand in, or off the page. Names and other data (`bdi`, `dir`, fields) may be shortened; they have their ways to be read. A
 * line of both may be, where the part that is cut off has none of our words in it.
 */
export function clippedTextFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const tolerance = 1.5;
    const data =
      'bdi, [dir="auto"], [dir="ltr"], input, textarea, select, option, .only-spoken, svg, kbd, script, style';
    const root = document.scrollingElement;
    if (root !== null && root.scrollWidth > innerWidth + 1)
      found.push(`page: ${root.scrollWidth} wide in ${innerWidth}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.closest(data) !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      for (
        let around: Element | null = element;
        around !== null && around !== document.body;
        around = around.parentElement
      ) {
        const style = getComputedStyle(around);
        if (style.display === 'inline' || style.display === 'contents') continue;
        const edge = around.getBoundingClientRect();
        const hidesX = style.overflowX === 'hidden' || style.overflowX === 'clip';
        const hidesY = style.overflowY === 'hidden' || style.overflowY === 'clip';
        const control = around.matches('button, .chip, .status-pill, label, [role="menuitem"], .kbd, th, td');
        const overX = Math.max(edge.left - box.left, box.right - edge.right);
        const overY = Math.max(edge.top - box.top, box.bottom - edge.bottom);
        const toTheEnd = style.direction === 'rtl' ? box.left - edge.left : edge.right - box.right;
        const ellipsis =
          style.textOverflow === 'ellipsis' &&
          around.scrollWidth > around.clientWidth + 1 &&
          toTheEnd < Number.parseFloat(style.fontSize);
        if ((hidesX || control) && overX > tolerance)
          found.push(`${around.className || around.tagName}: ${Math.round(overX)} px of "${text}"`);
        else if (ellipsis) found.push(`${around.className}: "${text}" ends in an ellipsis`);
        else if (hidesY && overY > tolerance)
          found.push(`${around.className}: ${Math.round(overY)} px below of "${text}"`);
        else if (
          style.overflowX === 'auto' ||
          style.overflowX === 'scroll' ||
          style.overflowY === 'auto' ||
          style.overflowY === 'scroll'
        )
          break;
        else continue;
        break;
      }
    }
    return found;
  });
}
