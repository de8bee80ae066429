import { type Language, languages } from '../../contract/desk/language.ts';

/** What Rolecall's own arguments ask for (README, "Arguments"). Chromium's switches around them are left alone. */
export interface CommandLine {
  /** Practice mode even though a connection is set up. */
  readonly practice: boolean;
  /** People of the made-up convention. */
  readonly practiceAttendees: number;
  readonly practiceSeed: number;
  /** Connection file to import on start, as it was typed. */
  readonly connectionFile: string | null;
  /** Stands in for the language of the system. */
  readonly language: Language | null;
  /** One plain sentence for each argument that was not understood and therefore left out. */
  readonly problems: readonly string[];
}

const defaults = { practiceAttendees: 2_000, practiceSeed: 1 } as const;
const mostAttendees = 200_000;
const largestSeed = 2_147_483_647;

/**
 * Reads the arguments; the last one of a kind stands. Nothing here throws: a bad value is named in `problems`. Behind `--`
 * the system puts a link, which a web page wrote: nothing there is a switch (checklist B44, CVE-2018-1000006).
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  let practice = false;
  let practiceAttendees: number = defaults.practiceAttendees;
  let practiceSeed: number = defaults.practiceSeed;
  let connectionFile: string | null = null;
  let language: Language | null = null;
  const problems: string[] = [];

  const wholeNumber = (name: string, text: string, smallest: number, largest: number, otherwise: number): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= smallest && number <= largest) return number;
    problems.push(`${name} wants a whole number from ${smallest} to ${largest}; ${otherwise} is used.`);
    return otherwise;
  };

  for (const argument of args) {
    if (argument === '--') break;
    const equals = argument.indexOf('=');
    const name = equals < 0 ? argument : argument.slice(0, equals);
    const value = equals < 0 ? '' : argument.slice(equals + 1);
    switch (name) {
      case '--practice':
        practice = true;
        break;
      case '--practice-attendees':
        practiceAttendees = wholeNumber(name, value, 1, mostAttendees, defaults.practiceAttendees);
        break;
      case '--practice-seed':
        practiceSeed = wholeNumber(name, value, 0, largestSeed, defaults.practiceSeed);
        break;
      case '--connection':
        if (value === '') problems.push('--connection wants a file: --connection=FILE.json.');
        else connectionFile = value;
        break;
      case '--language':
        language = languages.find((each) => each === value) ?? null;
        if (language === null) problems.push(`--language wants one of ${languages.join(', ')}.`);
        break;
    }
  }
  return { practice, practiceAttendees, practiceSeed, connectionFile, language, problems };
}
