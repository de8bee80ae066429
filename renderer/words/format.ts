/**
 * Times are 24-hour everywhere: two desks and the journal then never read the same moment differently, and a tile has
 * room for five characters.
 */
const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const withSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "14:03". */
export const timeOfDay = (at: number): string => hoursAndMinutes.format(at);
/** "14:03:22". */
export const timeOfDayWithSeconds = (at: number): string => withSeconds.format(at);

/** "14:03" today, "Fri 14:03" on another day, so that yesterday's check-in is not taken for today's. */
export function timeNear(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? timeOfDay(at) : dayAndTime.format(at);
}

/** A length of time in the largest unit that says enough. */
export interface Span {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** Rounds a length of time to one unit; below zero counts as none (clocks of two machines differ). */
export function spanOf(milliseconds: number): Span {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return { unit: 'hours', count: hours };
  return { unit: 'days', count: Math.floor(hours / 24) };
}

/** Most characters of somebody's text that a sentence repeats. */
const mostQuoted = 60;

/** A text as a sentence may repeat it: one that was pasted by mistake does not fill the screen. */
export function quoted(text: string): string {
  const characters = [...text];
  return characters.length <= mostQuoted ? text : `${characters.slice(0, mostQuoted).join('')}…`;
}

const grouped = new Intl.NumberFormat('en-GB');
/** "2,000". */
export const number = (value: number): string => grouped.format(value);
