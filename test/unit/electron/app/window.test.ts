import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBounds } from '../../../../electron/app/window-bounds.ts';
import { deskWindowOptions, smallestWindow, usualWindow } from '../../../../electron/app/window-options.ts';
import { nextZoom } from '../../../../electron/app/zoom.ts';

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
