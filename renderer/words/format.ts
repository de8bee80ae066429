/** How one locale writes times, numbers and lists. */
export interface Format {
  /** "2,000". */
  number(value: number): string;
  /** "83 %"; `share` is between 0 and 1. */
  percent(share: number): string;
  /** "14:03". */
  timeOfDay(at: number): string;
  /** "14:03:22". */
  timeOfDayWithSeconds(at: number): string;
  /** "14:03" today, "Fri 14:03" on another day, so that yesterday's check-in is not taken for today's. */
  timeNear(at: number, now: number): string;
  /** "14 August 2026". */
  day(at: number): string;
  /** "A, B and C". */
  list(parts: readonly string[]): string;
  /** Sentences after one another, with a blank between them where the language has one; empty ones are left out. */
  sentences(parts: readonly string[]): string;
}

const formats = new Map<string, Format>();

/** Making the formatters of a locale takes milliseconds, so each is made once. */
export function formatOf(locale: string): Format {
  const made = formats.get(locale) ?? createFormat(locale);
  formats.set(locale, made);
  return made;
}

/**
 * Latin digits and the Gregorian calendar everywhere: badges, PINs and the journal have them (docs/decisions.md). Times
 * are 24-hour everywhere: two desks and the journal then never read the same moment differently, and a tile has room for
 * five characters.
 */
function createFormat(locale: string): Format {
  const tag = new Intl.Locale(locale, { numberingSystem: 'latn', calendar: 'gregory' });
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const hoursAndMinutes = new Intl.DateTimeFormat(tag, time);
  const withSeconds = new Intl.DateTimeFormat(tag, { ...time, second: '2-digit' });
  const dayAndTime = new Intl.DateTimeFormat(tag, { ...time, weekday: 'short' });
  const wholeDay = new Intl.DateTimeFormat(tag, { dateStyle: 'long' });
  const grouped = new Intl.NumberFormat(tag);
  const hundredths = new Intl.NumberFormat(tag, { style: 'percent' });
  const listed = new Intl.ListFormat(tag, { type: 'conjunction' });
  const betweenSentences = tag.language === 'ja' ? '' : ' ';
  return {
    number: (value) => grouped.format(value),
    percent: (share) => hundredths.format(share),
    timeOfDay: (at) => hoursAndMinutes.format(at),
    timeOfDayWithSeconds: (at) => withSeconds.format(at),
    timeNear: (at, now) =>
      new Date(at).toDateString() === new Date(now).toDateString() ? hoursAndMinutes.format(at) : dayAndTime.format(at),
    day: (at) => wholeDay.format(at),
    list: (parts) => listed.format(parts),
    sentences: (parts) => parts.filter((part) => part !== '').join(betweenSentences),
  };
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
