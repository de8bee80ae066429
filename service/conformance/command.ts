/** Command line of the conformance checks. */
import { parseArgs } from 'node:util';
import {
  type ConformanceTarget,
  checkConformance,
  conformanceParts,
  type Finding,
  type Verdict,
} from './conformance.ts';

const usage = `Checks an instance of the Event Registration Service against the specification.

  --url URL                  its base address
  --client-id N              an application with user:read, better with user:roles:update too
  --client-secret SECRET     its secret
  --write USER_ID ROLE_ID    also add and remove this role of this user, and put it back as it was

Nothing is written without --write. Exit status: 0 nothing differs, 1 something does, 2 the arguments are wrong.`;

const words: Record<Verdict, string> = { holds: 'holds', differs: 'DIFFERS', 'not-seen': "couldn't be seen" };
const verdicts = ['holds', 'differs', 'not-seen'] as const satisfies readonly Verdict[];

/**
 * @param argumentList what follows the command's name.
 * @returns exit status: 0 when nothing differs, 1 when something does, 2 when the arguments are wrong.
 */
export async function main(
  argumentList: readonly string[],
  print: (text: string) => void = console.log,
): Promise<number> {
  const target = readTarget(argumentList);
  if (typeof target === 'string') {
    print(target === '' ? usage : `${target}\n\n${usage}`);
    return target === '' ? 0 : 2;
  }
  const findings = await checkConformance(target, (finding) => print(line(finding)));
  print('');
  for (const row of table(findings)) print(row);
  const differing = findings.filter((finding) => finding.verdict === 'differs');
  if (differing.length === 0) return 0;
  print('');
  print('What differs:');
  for (const finding of differing) print(`  ${finding.part}: ${finding.rule} (${finding.detail})`);
  return 1;
}

function line(finding: Finding): string {
  return `${words[finding.verdict].padEnd(17)} ${finding.rule} (${finding.detail})`;
}

/** How many rules of each part hold, differ and could not be seen. */
function table(findings: readonly Finding[]): string[] {
  const row = (name: string, counted: readonly Finding[]) => [
    name,
    ...verdicts.map((verdict) => String(counted.filter((finding) => finding.verdict === verdict).length)),
  ];
  const rows = [
    ['', ...verdicts.map((verdict) => words[verdict].toLowerCase())],
    ...conformanceParts.map((part) =>
      row(
        part,
        findings.filter((finding) => finding.part === part),
      ),
    ),
    row('All', findings),
  ];
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** @returns what to check, or what is wrong with the arguments; an empty text when help is asked for. */
function readTarget(argumentList: readonly string[]): ConformanceTarget | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argumentList);
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}.`;
  }
  const { url, 'client-id': clientId, 'client-secret': clientSecret, write: userId, help } = parsed.values;
  if (help === true) return '';
  const missing = (['url', 'client-id', 'client-secret'] as const).filter((name) => parsed.values[name] === undefined);
  if (url === undefined || clientId === undefined || clientSecret === undefined) {
    return `Missing: ${missing.map((name) => `--${name}`).join(', ')}.`;
  }
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    return '--url must be an http or https address.';
  }
  const [roleId, ...rest] = parsed.positionals;
  if (rest.length > 0 || (userId === undefined) !== (roleId === undefined)) {
    return '--write is followed by two ids: of a user, and of a role.';
  }
  return {
    url: url.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    write: userId === undefined || roleId === undefined ? undefined : { userId, roleId },
  };
}

const options = {
  url: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  write: { type: 'string' },
  help: { type: 'boolean' },
} as const;

function parse(argumentList: readonly string[]) {
  return parseArgs({ args: withSecretJoined(argumentList), allowPositionals: true, options });
}

/**
 * The secret joined to its option. Whoever runs the command didn't choose it, and one in 64 random ones begins with a
 * dash, which by itself would be read as another option.
 */
function withSecretJoined(argumentList: readonly string[]): string[] {
  const at = argumentList.indexOf('--client-secret');
  const secret = argumentList[at + 1];
  if (at < 0 || secret === undefined || isOption(secret)) return [...argumentList];
  return [...argumentList.slice(0, at), `--client-secret=${secret}`, ...argumentList.slice(at + 2)];
}

function isOption(text: string): boolean {
  return Object.keys(options).some((name) => text === `--${name}` || text.startsWith(`--${name}=`));
}
