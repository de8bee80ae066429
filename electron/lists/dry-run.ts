/** What a list would change, row by row. Pure. */
import type { PersonRole } from '../../contract/desk/directory.ts';
import type { ListCounts, MatchedBy, RowStatus } from '../../contract/desk/lists.ts';
import type { Wanted } from '../../contract/desk/stations.ts';
import type { Match, WantedRow } from './match-people.ts';

export interface DryRow {
  readonly row: number;
  readonly text: string;
  readonly status: RowStatus;
  readonly matchedBy: MatchedBy | null;
  readonly userId: string | null;
  /** Who it may mean, where that is not clear. */
  readonly fits: readonly string[];
  readonly sameAs: number | null;
}

export interface DryRunInput {
  readonly rows: readonly { readonly wanted: WantedRow; readonly match: Match }[];
  /** What somebody chose, by row. */
  readonly choices: ReadonlyMap<number, string>;
  readonly change: Wanted;
  /** The role as the desk shows it for one person. */
  readonly roleOf: (userId: string) => Pick<PersonRole, 'held' | 'roleScope'>;
}

function statusFor(userId: string, { change, roleOf }: DryRunInput): RowStatus {
  const { held, roleScope } = roleOf(userId);
  if (held === (change === 'held')) return 'already';
  return roleScope === 'global' ? 'everywhere' : 'will-change';
}

export interface DryRun {
  readonly rows: readonly DryRow[];
  readonly counts: ListCounts;
}

/** The first row that means a person counts; later ones are doubled. A step for each row. */
export function* dryRun(input: DryRunInput): Generator<void, DryRun, void> {
  const firstRow = new Map<string, number>();
  const counts: ListCounts = {
    rows: input.rows.length,
    'will-change': 0,
    already: 0,
    ambiguous: 0,
    unknown: 0,
    doubled: 0,
    everywhere: 0,
  };
  const dryRowOf = ({ wanted, match }: DryRunInput['rows'][number]): DryRow => {
    const { row, text } = wanted;
    const fits = match.kind === 'several' ? match.userIds : [];
    const chosen = input.choices.get(row);
    const userId = chosen ?? (match.kind === 'one' ? match.userId : null);
    if (userId === null) {
      const status = match.kind === 'several' ? 'ambiguous' : 'unknown';
      counts[status] += 1;
      return { row, text, status, matchedBy: null, userId: null, fits, sameAs: null };
    }
    const matchedBy = chosen !== undefined ? 'choice' : match.kind === 'one' ? match.by : null;
    const sameAs = firstRow.get(userId) ?? null;
    if (sameAs === null) firstRow.set(userId, row);
    const status = sameAs === null ? statusFor(userId, input) : 'doubled';
    counts[status] += 1;
    return { row, text, status, matchedBy, userId, fits, sameAs };
  };
  const rows: DryRow[] = [];
  for (const each of input.rows) {
    rows.push(dryRowOf(each));
    yield;
  }
  return { rows, counts };
}
