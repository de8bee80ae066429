/** Smallest and largest zoom factor (checklist B75). */
export const zoomRange = { smallest: 0.5, largest: 3 } as const;
const step = 0.1;

export type ZoomDirection = 'in' | 'out' | 'reset';

/** The next zoom factor, rounded to tenths and kept in range. */
export function nextZoom(current: number, direction: ZoomDirection): number {
  if (direction === 'reset') return 1;
  const wanted = current + (direction === 'in' ? step : -step);
  return Math.round(Math.min(zoomRange.largest, Math.max(zoomRange.smallest, wanted)) * 10) / 10;
}

/** The zoom factor of last time, out of what was remembered of the window; 1 where there is none to go by. */
export function rememberedZoom(remembered: unknown): number {
  if (typeof remembered !== 'object' || remembered === null || !('zoom' in remembered)) return 1;
  const { zoom } = remembered;
  return typeof zoom === 'number' && zoom >= zoomRange.smallest && zoom <= zoomRange.largest ? zoom : 1;
}
