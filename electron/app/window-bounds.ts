/** Device-independent pixels. `x` and `y` are missing where the system is to place the window. */
export interface Bounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

export interface DisplayArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is written down of the window. The zoom factor is read on its own (zoom.ts). */
export interface RememberedWindow extends Required<Bounds> {
  readonly maximised: boolean;
  readonly zoom: number;
}

const farthest = 100_000;

/** By hand: the first window waits for this, and must not wait for a library's start. */
function boundsOf(remembered: unknown): Omit<RememberedWindow, 'zoom'> | null {
  if (typeof remembered !== 'object' || remembered === null) return null;
  const { x, y, width, height, maximised } = remembered as Partial<Record<keyof RememberedWindow, unknown>>;
  const whole = (value: unknown, smallest: number): value is number =>
    Number.isInteger(value) && Number(value) >= smallest && Number(value) <= farthest;
  if (!whole(x, -farthest) || !whole(y, -farthest) || !whole(width, 1) || !whole(height, 1)) return null;
  return typeof maximised === 'boolean' ? { x, y, width, height, maximised } : null;
}

/** So much of a window must be on some display that its title bar can be caught with a pointer. */
const visibleMargin = 100;

/**
 * Where the window opens (checklist B74): where it was, if enough of it would be seen on a display of today; else the
 * system places it. Never smaller than `smallest`, never larger than the display it is on.
 */
export function chooseBounds(
  remembered: unknown,
  displays: readonly DisplayArea[],
  usual: { readonly width: number; readonly height: number },
  smallest: { readonly width: number; readonly height: number },
): { readonly bounds: Bounds; readonly maximised: boolean } {
  const known = boundsOf(remembered);
  if (known === null) return { bounds: usual, maximised: false };
  const { maximised, ...was } = known;
  const fitting = (display: DisplayArea | undefined): { width: number; height: number } => ({
    width: Math.max(smallest.width, Math.min(was.width, display?.width ?? was.width)),
    height: Math.max(smallest.height, Math.min(was.height, display?.height ?? was.height)),
  });
  // Asked of the size it will have: a window made narrower may be gone from the display its edge was on.
  const display = displays.find((candidate) => showsEnough({ ...was, ...fitting(candidate) }, candidate));
  if (display === undefined) return { bounds: fitting(displays[0]), maximised };
  return { bounds: { x: was.x, y: was.y, ...fitting(display) }, maximised };
}

function showsEnough(bounds: Required<Bounds>, display: DisplayArea): boolean {
  const across = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x);
  // The title bar is at the top: it must not be above the display.
  const down = Math.min(bounds.y + bounds.height, display.y + display.height) - bounds.y;
  return across >= visibleMargin && down >= visibleMargin && bounds.y >= display.y;
}
