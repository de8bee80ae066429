import { expect, it } from 'vitest';
import { bringToFront, type FrontWindow } from '../../../../electron/app/bring-to-front.ts';

function windowThat(is: { gone?: boolean; minimised?: boolean; getsFocus?: boolean }) {
  const did: string[] = [];
  let onFocus = (): void => undefined;
  const window: FrontWindow = {
    isDestroyed: () => is.gone === true,
    isMinimized: () => is.minimised === true,
    restore: () => void did.push('restore'),
    show: () => void did.push('show'),
    focus: () => void did.push('focus'),
    isFocused: () => is.getsFocus === true,
    flashFrame: (flag) => void did.push(`flash ${flag}`),
    once: (_event, listener) => {
      onFocus = listener as () => undefined;
    },
  };
  return { window, did, focused: () => onFocus() };
}

it.each([
  ['is behind others', { getsFocus: true }, ['show', 'focus']],
  ['is minimised', { minimised: true, getsFocus: true }, ['restore', 'show', 'focus']],
  ['the system keeps behind', {}, ['show', 'focus', 'flash true']],
  ['is gone', { gone: true }, []],
])('brings a window to the front that %s, or asks for attention (checklist B46)', (_what, is, expected) => {
  const { window, did } = windowThat(is);
  bringToFront(window);
  expect(did).toEqual(expected);
});

it('stops asking for attention once it has it', () => {
  const { window, did, focused } = windowThat({});
  bringToFront(window);
  focused();
  expect(did.at(-1)).toBe('flash false');
});
