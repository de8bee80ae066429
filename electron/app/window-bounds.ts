import { z } from 'zod';

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

const rememberedWindowSchema = z.object({
  x: z.number().int().min(-100_000).max(100_000),
  y: z.number().int().min(-100_000).max(100_000),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  maximised: z.boolean(),
});
/** What is written down of the window. The zoom factor is read on its own (zoom.ts). */
export type RememberedWindow = z.infer<typeof rememberedWindowSchema> & { readonly zoom: number };

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
  const parsed = rememberedWindowSchema.safeParse(remembered);
  if (!parsed.success) return { bounds: usual, maximised: false };
  const { maximised, ...was } = parsed.data;
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
