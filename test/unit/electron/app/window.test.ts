import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextMenuTemplate } from '../../../../electron/app/context-menu.ts';
import { type MenuActs, menuTemplate } from '../../../../electron/app/menu-template.ts';
import { chooseBounds } from '../../../../electron/app/window-bounds.ts';
import { deskWindowOptions, smallestWindow, usualWindow } from '../../../../electron/app/window-options.ts';
import { nextZoom, rememberedZoom } from '../../../../electron/app/zoom.ts';
import { en } from '../../../../electron/words/en.ts';

describe('deskWindowOptions', () => {
  const options = deskWindowOptions({ dark: false, bounds: usualWindow, preload: '/p.cjs', developerTools: false });

  it('keeps the page a stranger to Node and the system (checklist B02 to B12)', () => {
    expect(options.webPreferences).toEqual({
      preload: '/p.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      disableDialogs: true,
      devTools: false,
    });
  });

  it('opens hidden, at least as large as the desk needs, in the colour of the theme', () => {
    expect(options).toMatchObject({ show: false, width: 1_280, height: 800, minWidth: 1_024, minHeight: 640 });
    expect(options.backgroundColor).toBe('#f4f5f7');
    expect(
      deskWindowOptions({ dark: true, bounds: usualWindow, preload: '', developerTools: true }).backgroundColor,
    ).toBe('#0e1116');
  });
});

describe('chooseBounds', () => {
  const display = { x: 0, y: 0, width: 1_920, height: 1_040 };
  const choose = (remembered: unknown, displays = [display]) =>
    chooseBounds(remembered, displays, usualWindow, smallestWindow);

  it('opens where it was', () => {
    expect(choose({ x: 100, y: 50, width: 1_300, height: 900, maximised: true })).toEqual({
      bounds: { x: 100, y: 50, width: 1_300, height: 900 },
      maximised: true,
    });
  });

  it.each([
    ['left of every display', { x: -1_400, y: 0 }],
    ['too far right', { x: 1_900, y: 0 }],
    ['below', { x: 0, y: 1_000 }],
    ['its title bar above', { x: 0, y: -10 }],
  ])('lets the system place a window that was %s', (_where, at) => {
    const { bounds } = choose({ ...at, width: 1_300, height: 900, maximised: false });
    expect(bounds).toEqual({ width: 1_300, height: 900 });
  });

  it.each([null, 'text', {}, { x: 'a' }, { x: 0, y: 0, width: -1, height: 5, maximised: false }, []])(
    'falls back from %j',
    (remembered) => {
      expect(choose(remembered)).toEqual({ bounds: usualWindow, maximised: false });
    },
  );

  it('is never smaller than the smallest window, and never off every display', () => {
    const number = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(
        fc.record({ x: number, y: number, width: number, height: number, maximised: fc.boolean() }),
        (was) => {
          const { bounds } = choose(was);
          expect(bounds.width).toBeGreaterThanOrEqual(smallestWindow.width);
          expect(bounds.height).toBeGreaterThanOrEqual(smallestWindow.height);
          if (bounds.x !== undefined) {
            expect(bounds.x).toBeLessThan(display.width);
            expect(bounds.x + bounds.width).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('nextZoom', () => {
  it('steps by tenths, stays in range and comes back', () => {
    expect(nextZoom(1, 'in')).toBe(1.1);
    expect(nextZoom(1.1, 'in')).toBe(1.2);
    expect(nextZoom(1, 'out')).toBe(0.9);
    expect(nextZoom(3, 'in')).toBe(3);
    expect(nextZoom(0.5, 'out')).toBe(0.5);
    expect(nextZoom(2.3, 'reset')).toBe(1);
  });
});

describe('rememberedZoom', () => {
  it('is what it was last time, where that can be used', () => {
    expect(rememberedZoom({ x: 1, zoom: 1.7 })).toBe(1.7);
    for (const odd of [null, 'text', {}, { zoom: 'large' }, { zoom: 0.1 }, { zoom: 9 }, { zoom: Number.NaN }]) {
      expect(rememberedZoom(odd)).toBe(1);
    }
  });

  it('leaves the place alone', () => {
    const was = { x: 10, y: 10, width: 1_300, height: 900, maximised: false };
    const displays = [{ x: 0, y: 0, width: 1_920, height: 1_040 }];
    expect(chooseBounds({ ...was, zoom: 1.7 }, displays, usualWindow, smallestWindow)).toEqual(
      chooseBounds(was, displays, usualWindow, smallestWindow),
    );
  });
});

describe('menuTemplate', () => {
  const acted: unknown[] = [];
  const acts: MenuActs = {
    zoom: (direction) => void acted.push(direction),
    fullScreen: () => void acted.push('full screen'),
    rushBoard: () => void acted.push('rush board'),
  };
  const itemsOf = (platform: string, packaged = true) =>
    menuTemplate({ platform, packaged, words: en, acts }).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );

  it.each(['darwin', 'linux', 'win32'])('has copy and paste for text fields on %s', (platform) => {
    const roles = itemsOf(platform).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit']));
  });

  it('sets off zoom, full screen and the rush board by the usual keys', () => {
    const press = (accelerator: string, platform = 'linux') =>
      itemsOf(platform)
        .find((item) => item.accelerator === accelerator)
        ?.click?.({} as never, undefined, {} as never);
    for (const key of ['Plus', '=', 'numadd', '-', 'numsub', '0', 'num0']) press(`CommandOrControl+${key}`);
    press('F11');
    press('Control+Command+F', 'darwin');
    itemsOf('linux')
      .find(({ label }) => label === en.rushBoard)
      ?.click?.({} as never, undefined, {} as never);
    expect(acted).toEqual([
      'in',
      'in',
      'in',
      'out',
      'out',
      'reset',
      'reset',
      'full screen',
      'full screen',
      'rush board',
    ]);
  });

  it('has the developer tools only where the program is not packaged', () => {
    expect(itemsOf('linux').map(({ role }) => role)).not.toContain('toggleDevTools');
    expect(itemsOf('linux', false).map(({ role }) => role)).toContain('toggleDevTools');
  });
});

describe('contextMenuTemplate', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true };
  const itemsOf = (facts: { isEditable: boolean; selectionText: string }) =>
    contextMenuTemplate({ ...facts, editFlags }, en).flatMap(({ role, enabled }) => (role ? [[role, enabled]] : []));

  it('offers what can be done with text, and nothing beside it', () => {
    expect(itemsOf({ isEditable: true, selectionText: '' })).toEqual([
      ['cut', true],
      ['copy', true],
      ['paste', false],
      ['selectAll', true],
    ]);
    expect(itemsOf({ isEditable: false, selectionText: 'nordlys' })).toEqual([['copy', true]]);
    expect(itemsOf({ isEditable: false, selectionText: '  ' })).toEqual([]);
  });
});
