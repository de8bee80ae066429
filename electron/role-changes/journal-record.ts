/**
 * What the journal holds, one JSON object a line, each ending in a checksum of the rest. People can read it, and so can
 * every tool that knows JSON lines. Ids only: no name of an attendee is ever in it, so that it needs no key and can't
 * be lost with one.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { deskErrorSchema } from '../../contract/desk/errors.ts';
import { roleScopeSchema, wantedSchema } from '../../contract/desk/stations.ts';
import { actKinds, confirmations } from './wishes.ts';

/** Raised when older programs would misread a record. A reader leaves records of a newer version where they are. */
export const journalVersion = 1;

const id = z.string().min(1);
const version = { v: z.literal(journalVersion) };

const wishFactsSchema = z.object({
  wishId: id,
  userId: id,
  roleId: id,
  roleName: z.string(),
  wanted: wantedSchema,
  roleScope: roleScopeSchema,
  exactScope: z.boolean(),
  base: z.object({ held: z.boolean(), roleScope: roleScopeSchema.nullable() }).nullable(),
  undoes: id.nullable(),
});

const actSchema = z.object({
  actId: id,
  /** Missing in all that was written before acts were numbered. */
  number: z.number().optional(),
  kind: z.enum(actKinds),
  subject: z.string(),
  time: z.number(),
  clockSkewMs: z.number().nullable(),
  operator: z.object({ id: z.string(), label: z.string() }),
  station: z.string(),
  undoes: id.nullable(),
  /** Missing in acts of single clicks, and in all that were written before there were lists. */
  batch: z.object({ batchId: id, size: z.number() }).optional(),
  notesSending: z.literal(true).optional(),
});

const progressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting'), certain: z.boolean() }),
  z.object({ kind: z.literal('sending'), certain: z.boolean() }),
  z.object({
    kind: z.literal('confirmed'),
    at: z.number(),
    how: z.enum(confirmations),
    heldScope: roleScopeSchema.nullable(),
  }),
  z.object({ kind: z.literal('refused'), at: z.number(), error: deskErrorSchema, dismissed: z.boolean() }),
  z.object({ kind: z.literal('collapsed'), at: z.number() }),
  z.object({ kind: z.literal('superseded'), at: z.number(), by: id }),
]);

export const journalRecordSchema = z.discriminatedUnion('kind', [
  /** A click: all it asks for and all it closes in one line, so that a crash leaves all of it or nothing. */
  z.object({
    ...version,
    kind: z.literal('act'),
    act: actSchema,
    wishes: z.array(wishFactsSchema),
    collapses: z.array(id),
    supersedes: z.array(z.object({ wishId: id, by: id })),
  }),
  /** About to be written to the service; what became of that another record says, or nobody knows. */
  z.object({ ...version, kind: z.literal('sending'), wishId: id, at: z.number() }),
  /** What was about to be written never got there: it is as if it had not been tried. */
  z.object({ ...version, kind: z.literal('not-sent'), wishId: id, at: z.number() }),
  z.object({
    ...version,
    kind: z.literal('confirmed'),
    wishId: id,
    at: z.number(),
    clockSkewMs: z.number().nullable(),
    how: z.enum(confirmations),
    heldScope: roleScopeSchema.nullable(),
  }),
  z.object({ ...version, kind: z.literal('refused'), wishId: id, at: z.number(), error: deskErrorSchema }),
  z.object({ ...version, kind: z.literal('superseded'), wishId: id, at: z.number(), by: id }),
  z.object({
    ...version,
    kind: z.literal('dismissed'),
    wishId: id,
    at: z.number(),
    operator: z.object({ id: z.string(), label: z.string() }),
  }),
  /** A list is held back, or goes on. The last one counts. Cancelled, it is held back until all that waits of it is withdrawn. */
  z.object({
    ...version,
    kind: z.literal('batch'),
    batchId: id,
    paused: z.boolean(),
    cancelled: z.literal(true).optional(),
    at: z.number(),
    operator: z.object({ id: z.string(), label: z.string() }),
  }),
  /** An act taken along when the file it stood in is given up (journal.ts, "rotation"). */
  z.object({
    ...version,
    kind: z.literal('carried'),
    act: actSchema,
    wishes: z.array(z.object({ facts: wishFactsSchema, progress: progressSchema })),
  }),
]);
export type JournalRecord = z.infer<typeof journalRecordSchema>;

/**
 * The records with what was carried where its act stood: which of two acts is the later one decides what is sent, and what
 * Undo takes back. An act without a number stays where it was read. A step for each record.
 */
export function* inOrderOfMaking(records: readonly JournalRecord[]): Generator<void, readonly JournalRecord[], void> {
  const carried = records
    .flatMap((record) => {
      const number = record.kind === 'carried' ? record.act.number : undefined;
      return number === undefined ? [] : [{ record, number }];
    })
    .sort((one, other) => one.number - other.number);
  const ordered: JournalRecord[] = [];
  let moved = 0;
  const moveHere = (isDue: (number: number) => boolean): void => {
    for (let next = carried[moved]; next !== undefined && isDue(next.number); next = carried[moved]) {
      moved += 1;
      ordered.push(next.record);
    }
  };
  for (const record of records) {
    const number = record.kind === 'act' || record.kind === 'carried' ? record.act.number : undefined;
    if (record.kind === 'carried' && number !== undefined) {
      // At the latest where it was read: what else the journal says of it comes after that.
      moveHere((other) => other <= number);
    } else {
      if (number !== undefined) moveHere((other) => other < number);
      ordered.push(record);
    }
    yield;
  }
  return ordered;
}

const sumLength = 16;
const sumMember = ',"sum":"';
const lineEnd = '"}';

/** The first 64 bits of SHA-256 over the record's JSON, in hexadecimal. */
function sumOf(json: string): string {
  return hash('sha256', json, 'hex').slice(0, sumLength);
}

/** One line with its newline. */
export function encodeLine(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${json.slice(0, -1)}${sumMember}${sumOf(json)}${lineEnd}\n`;
}

const wholeRecord = /\{"v":(?:(?!\{"v":).)*?,"sum":"[0-9a-f]{16}"\}/g;

export type DecodedLine =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Whole, but of a program newer than this one. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

/** Reads one line without its newline. */
export function decodeLine(line: string): DecodedLine {
  const tail = sumMember.length + sumLength + lineEnd.length;
  const head = line.slice(0, -tail);
  if (line.length <= tail || line.slice(-tail, -tail + sumMember.length) !== sumMember || !line.endsWith(lineEnd)) {
    return { kind: 'damaged' };
  }
  const json = `${head}}`;
  if (sumOf(json) !== line.slice(-sumLength - lineEnd.length, -lineEnd.length)) return { kind: 'damaged' };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'damaged' };
  }
  const record = journalRecordSchema.safeParse(value);
  return record.success ? { kind: 'record', record: record.data } : { kind: 'newer' };
}

export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** The lines that were whole, as they stood, each with its newline. */
  readonly wholeLines: readonly string[];
  /** How many lines were torn or altered. */
  readonly damagedLines: number;
  /** Of those, how many held a record that is gone. The torn end of a write nobody was promised anything of is none. */
  readonly lostLines: number;
  readonly newerLines: number;
  /** Whether the file can be appended to as it is. */
  readonly endsWithNewline: boolean;
}

/**
 * Reads a journal file, a step for each line. A line counts when its checksum agrees, wherever it stands: damage costs the
 * lines it touches and no other.
 */
export function* readJournalBytes(bytes: Uint8Array): Generator<void, ReadJournal, void> {
  // Broken UTF-8 becomes U+FFFD, and the checksum then disagrees.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const records: JournalRecord[] = [];
  const wholeLines: string[] = [];
  let damagedLines = 0;
  let lostLines = 0;
  let newerLines = 0;
  /** False where nothing can be read. */
  const keep = (line: string): boolean => {
    const decoded = decodeLine(line);
    if (decoded.kind === 'damaged') return false;
    wholeLines.push(`${line}\n`);
    if (decoded.kind === 'newer') newerLines += 1;
    else records.push(decoded.record);
    return true;
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    yield;
    if (keep(line)) continue;
    damagedLines += 1;
    // A lost newline joins neighbours into one line; the whole ones among them are still there.
    let recovered = 0;
    for (const part of line.match(wholeRecord) ?? []) if (keep(part)) recovered += part.length;
    const isTornEnd = index === lines.length - 1;
    // One byte too many is what became of a newline.
    if (!isTornEnd && line.length - recovered > 1) lostLines += 1;
  }
  return {
    records,
    wholeLines,
    damagedLines,
    lostLines,
    newerLines,
    endsWithNewline: text === '' || text.endsWith('\n'),
  };
}
