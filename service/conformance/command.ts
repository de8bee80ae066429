/** Command line of the conformance checks. */
import { parseArgs } from 'node:util';
import { type ConformanceTarget, checkConformance, type Finding, type Verdict } from './conformance.ts';

const usage = `Checks an instance of the Event Registration Service against the specification.

  --url URL --client-id N --client-secret SECRET
  --write USER_ID ROLE_ID    also add and remove this role of this user, and put it back as it was
`;

const words: Record<Verdict, string> = { holds: 'holds', differs: 'DIFFERS', 'not-seen': "couldn't be seen" };

/**
 * @param argumentList what follows the command's name.
 * @returns exit status: 0 when nothing differs, 1 when something does, 2 when the arguments are wrong.
 */
export async function main(
  argumentList: readonly string[],
  print: (text: string) => void = console.log,
): Promise<number> {
  const target = readTarget(argumentList);
  if (target === undefined) {
    print(usage);
    return 2;
  }
  const findings = await checkConformance(target, (finding) => print(line(finding)));
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  print('');
  print(`${count('holds')} hold, ${count('differs')} differ, ${count('not-seen')} couldn't be seen.`);
  return count('differs') === 0 ? 0 : 1;
}

function line(finding: Finding): string {
  return `${words[finding.verdict].padEnd(17)} ${finding.rule} (${finding.detail})`;
}

function readTarget(argumentList: readonly string[]): ConformanceTarget | undefined {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argumentList);
  } catch {
    return undefined;
  }
  const { url, 'client-id': clientId, 'client-secret': clientSecret, write: userId } = parsed.values;
  const [roleId, ...rest] = parsed.positionals;
  if (url === undefined || !URL.canParse(url) || clientId === undefined || clientSecret === undefined) return undefined;
  if (rest.length > 0 || (userId === undefined) !== (roleId === undefined)) return undefined;
  return {
    url: url.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    write: userId === undefined || roleId === undefined ? undefined : { userId, roleId },
  };
}

function parse(argumentList: readonly string[]) {
  return parseArgs({
    args: [...argumentList],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret': { type: 'string' },
      write: { type: 'string' },
    },
  });
}
