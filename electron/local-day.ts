/**
 * The day as the calendar on this computer's wall has it, year first, for names of files: at a morning in Tokyo the day
 * of UTC is yesterday. `at`: milliseconds since the epoch.
 */
export function localDay(at: number): string {
  const date = new Date(at);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
