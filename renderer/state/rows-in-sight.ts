/** Pixels of a row with the gap below it, as desk.css has them. */
const rowPixels = 66;
/** Pixels of the desk above and below its list, at least. */
const aroundList = 230;
/** As many have a digit of their own, whatever the window. */
const fewest = 9;

/** Rows of the result list that fit in the window, and one: what is cut off at the end looks as if it went on. */
export function rowsInSight(windowHeight: number): number {
  return Math.max(fewest, Math.ceil((windowHeight - aroundList) / rowPixels) + 1);
}
