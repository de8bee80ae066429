// @vitest-environment happy-dom
/** What stands in index.html before the program has been read. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { themeKey } from '../../../../renderer/state/kept.ts';
import { renderApp } from './render-app.tsx';

const renderer = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'renderer');
const file = (name: string): string => readFileSync(path.join(renderer, name), 'utf8');

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

/** The classes of an element and of all in it, as indented lines; pictures are one line. */
function shape(element: Element, indent = ''): string {
  const name = element.getAttribute('class') ?? '';
  if (element.tagName.toLowerCase() === 'svg') return `${indent}svg`;
  return [`${indent}${name}`, ...[...element.children].map((child) => shape(child, `${indent}  `))].join('\n');
}

it('is what the program draws first, so that nothing moves', async () => {
  const before = new DOMParser().parseFromString(file('index.html'), 'text/html');
  await renderApp({ 'sign-in:read': () => new Promise(() => {}), 'connections:read': () => new Promise(() => {}) });
  const [first, own] = [before.querySelector('#root .shell__page'), document.querySelector('.shell__page')];
  if (first === null || own === null) throw new Error('There is no page.');
  expect(shape(first)).toBe(shape(own));
  const pictures = (element: Element) => [...element.querySelectorAll('path')].map((each) => each.getAttribute('d'));
  expect(pictures(first)).toEqual(pictures(own));
});

it.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
  ['<b>', undefined],
  [null, undefined],
])('has the chosen colours: %s', (kept, applied) => {
  if (kept !== null) localStorage.setItem(themeKey, kept);
  new Function(file('public/theme.js'))();
  expect(document.documentElement.dataset.theme).toBe(applied);
});
