/**
 * What of the log goes into a report that is sent to somebody. The log is redacted where it is written, by what looks like a
 * secret or a person; a report leaves the house, so here only what is known to be the program's own words stays.
 */

import { eventNames, requestNames } from '../../contract/desk/channel-names.ts';
import { testFindingSchema } from '../../contract/desk/connections.ts';
import { errorCodes } from '../../contract/desk/errors.ts';

/** Words of ours that stand in the log beside codes and channels. One that is missing here is left out, which is no harm. */
const otherWords = `
  abnormal-exit act already another-program arguments asked available basic_text batch bug busy carried checking
  clean-exit confirmed crashed damaged deferred disk dismissed downloading failed fetch granted gnome_libsecret idle
  integrity-failure key-lost keyring killed kwallet5 kwallet6 late launch-failed memory memory-eviction no-attempt nothing
  not-installed not-sent not-understood not-used not-verified off offline older online oom open-url other-layout other-state
  object ready refused rolecall second-instance service signed out not started strong string superseded unavailable
  unknown unreachable unreadable-line unrecognised weak will-frame-navigate will-navigate will-redirect written`;

const ourWords: ReadonlySet<string> = new Set([
  ...errorCodes,
  ...requestNames,
  ...eventNames,
  ...testFindingSchema.options,
  ...otherWords.trim().split(/\s+/),
]);
const versionOfOurs = /^\d{1,4}(?:\.\d{1,5}){2,3}(?:-(?:alpha|beta|rc)\.\d{1,3})?$/;
/** Events are named where they are logged, and nowhere else (unit/electron/diagnostics/telling-lines.test.ts). */
const eventName = /^[a-z]+(?:[-.][a-z]+)*$/;
const mostFrames = 12;

/** One event of the log as the report has it. */
export interface TellingLine {
  readonly time: string;
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** The last events of a log, oldest first. Lines that are none are left out. */
export function tellingLines(text: string, most: number): TellingLine[] {
  return text
    .split('\n')
    .flatMap((line) => readLine(line) ?? [])
    .slice(-most);
}

function readLine(line: string): TellingLine | null {
  let found: unknown;
  try {
    found = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof found !== 'object' || found === null) return null;
  const { time, level, event, ...fields } = found as Record<string, unknown>;
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time)) return null;
  if (level !== 'info' && level !== 'warn' && level !== 'error') return null;
  if (typeof event !== 'string' || !eventName.test(event)) return null;
  return { time, level, event, fields: Object.fromEntries(Object.entries(fields).flatMap(tellingField)) };
}

function tellingField([name, value]: [string, unknown]): [string, string | number | boolean][] {
  if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
  if (typeof value !== 'string') return [];
  if (name === 'problem') return [[name, withoutMessage(value)]];
  return [[name, isOurs(value) ? value : '[left out]']];
}

function isOurs(text: string): boolean {
  return versionOfOurs.test(text) || text.split(' ').every((each) => ourWords.has(each));
}

/**
 * The kind of an error and where in our program it happened. Its message may quote anything, and the folders of a path name
 * the user.
 */
export function withoutMessage(stack: string): string {
  const kind = /^([A-Z][A-Za-z]*(?:Error|Exception))\b/.exec(stack)?.[1] ?? 'Error';
  const frames = [...stack.matchAll(/^\s+at (?:async )?(?:([\w.<>$#[\] ]+) \()?([^\s()]+?)(:\d+:\d+)\)?$/gm)].map(
    ([, call, file = '', place = '']) =>
      `${call === undefined ? '' : `${call} `}${file.split(/[\\/]/).at(-1) ?? ''}${place}`,
  );
  return [kind, ...frames.slice(0, mostFrames)].join(' < ');
}
