import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../../electron/app/command-line.ts';

describe('parseCommandLine', () => {
  it('has defaults for everything', () => {
    expect(parseCommandLine([])).toEqual({
      practice: false,
      practiceAttendees: 2_000,
      practiceSeed: 1,
      connectionFile: null,
      language: null,
      problems: [],
    });
  });

  it('finds its own arguments among those of Chromium and the app path', () => {
    const args = ['--no-sandbox', '/some/where', '--practice', '--practice-attendees=50', '--practice-seed=0'];
    expect(parseCommandLine([...args, '--connection=a=b.json'])).toEqual({
      practice: true,
      practiceAttendees: 50,
      practiceSeed: 0,
      connectionFile: 'a=b.json',
      language: null,
      problems: [],
    });
  });

  it.each(['', '0', '-5', '2e3', '1.5', 'many', '200001', '99999999999'])(
    'names a bad number of attendees: %j',
    (text) => {
      const parsed = parseCommandLine([`--practice-attendees=${text}`]);
      expect(parsed.practiceAttendees).toBe(2_000);
      expect(parsed.problems).toEqual(['--practice-attendees wants a whole number from 1 to 200000; 2000 is used.']);
    },
  );

  it('takes a language that it speaks and names any other', () => {
    expect(parseCommandLine(['--language=fr']).language).toBe('fr');
    expect(parseCommandLine(['--language=fr', '--language=tlh'])).toMatchObject({
      language: null,
      problems: ['--language wants one of en, de, es, fr, ja, ar.'],
    });
  });

  it('reads nothing behind the end of the switches, where the system puts a link of a web page (C19)', () => {
    const args = ['--practice-seed=3', '--', 'rolecall://x', '--connection=//elsewhere/a.json', '--practice'];
    expect(parseCommandLine(args)).toMatchObject({ practiceSeed: 3, connectionFile: null, practice: false });
  });

  it('names a connection without a file', () => {
    expect(parseCommandLine(['--connection']).problems).toHaveLength(1);
    expect(parseCommandLine(['--connection=']).connectionFile).toBeNull();
  });
});
