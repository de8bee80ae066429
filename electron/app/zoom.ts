/** Smallest and largest zoom factor (checklist B75). */
export const zoomRange = { smallest: 0.5, largest: 3 } as const;
const step = 0.1;

/** The next zoom factor, rounded to tenths and kept in range. */
export function nextZoom(current: number, direction: 'in' | 'out' | 'reset'): number {
  if (direction === 'reset') return 1;
  const wanted = current + (direction === 'in' ? step : -step);
  return Math.round(Math.min(zoomRange.largest, Math.max(zoomRange.smallest, wanted)) * 10) / 10;
}
