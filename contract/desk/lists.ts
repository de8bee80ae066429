/** Lists: many people at once. A dry run shows what a list would change; nothing is changed before it is applied. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { roleScopeSchema, wantedSchema } from './stations.ts';

const id = z.string().min(1).max(200);

/** Rows a list may have. */
export const mostListRows = 20_000;
/** Columns that are looked at; further ones are left out. */
export const mostListColumns = 30;
/** Characters of a pasted list. */
export const mostPastedCharacters = 4_000_000;

/** What a column holds. `any`: an id, an e-mail address, a username or a name, whichever it turns out to be. */
export const columnKinds = ['any', 'id', 'email', 'username', 'name', 'first-name', 'last-name', 'ignored'] as const;
export const columnKindSchema = z.enum(columnKinds);
export type ColumnKind = z.infer<typeof columnKindSchema>;

/**
 * What would become of one row. `will-change`: one person, and the role changes · `already`: it is so, or on its way ·
 * `ambiguous`: several people fit, or one with another name or address than the row's · `unknown`: nobody fits ·
 * `doubled`: the person stands in an earlier row · `everywhere`: held for every convention, which a list does not take away.
 */
export const rowStatuses = ['will-change', 'already', 'ambiguous', 'unknown', 'doubled', 'everywhere'] as const;
export const rowStatusSchema = z.enum(rowStatuses);
export type RowStatus = z.infer<typeof rowStatusSchema>;

/** How a person was recognised. */
export const matchedBySchema = z.enum(['id', 'email', 'username', 'name', 'choice']);
export type MatchedBy = z.infer<typeof matchedBySchema>;

export const listColumnSchema = z.object({
  /** From the header row; empty without one. */
  title: z.string().max(200),
  kind: columnKindSchema,
  /** The first few cells, so that somebody can tell what the column is. */
  examples: z.array(z.string().max(200)).max(3),
});
export type ListColumn = z.infer<typeof listColumnSchema>;

export const listCountsSchema = z.object({
  rows: z.number(),
  'will-change': z.number(),
  already: z.number(),
  ambiguous: z.number(),
  unknown: z.number(),
  doubled: z.number(),
  everywhere: z.number(),
});
export type ListCounts = z.infer<typeof listCountsSchema>;

/** A list that was read and not applied. It is in memory only. */
export const listDraftSchema = z.object({
  /** Changes with everything that changes the rows: rows of another revision are out of date. */
  revision: z.number(),
  /** Name of the file without its folder; null for pasted text. */
  fileName: z.string().max(300).nullable(),
  hasHeader: z.boolean(),
  columns: z.array(listColumnSchema).max(mostListColumns),
  roleId: z.string().nullable(),
  wanted: wantedSchema,
  /** Null while the rows are being looked up, or no column says who is meant. */
  counts: listCountsSchema.nullable(),
  /** When the service last said who holds the role; milliseconds since the epoch. Null: nobody asked it yet. */
  roleKnownAt: z.number().nullable(),
});
export type ListDraft = z.infer<typeof listDraftSchema>;

/** A list that was applied, as far as it has come. Derived from the journal, so that a crash loses none of it. */
export const listRunSchema = z.object({
  batchId: id,
  kind: z.enum(['give', 'take', 'undo']),
  roleName: z.string(),
  /** Milliseconds since the epoch. */
  time: z.number(),
  operator: z.string(),
  /** How many people it was applied for. */
  size: z.number(),
  /** Of them, how many are written down; fewer where the program ended in between. */
  written: z.number(),
  waiting: z.number(),
  sending: z.number(),
  confirmed: z.number(),
  /** Confirmed without this desk changing anything: it was so. */
  already: z.number(),
  refused: z.number(),
  /** Taken off the list before it was sent, or replaced by a later change. */
  withdrawn: z.number(),
  /** It is being written down at this moment. */
  writing: z.boolean(),
  /** What is still to be sent of it is held back. */
  paused: z.boolean(),
  undoable: z.boolean(),
});
export type ListRun = z.infer<typeof listRunSchema>;

export const listsStateSchema = z.object({
  /** A file or pasted text is being read. */
  reading: z.boolean(),
  draft: listDraftSchema.nullable(),
  /** Newest first, the last few. */
  runs: z.array(listRunSchema).max(20),
});
export type ListsState = z.infer<typeof listsStateSchema>;

export const listRowSchema = z.object({
  /** Number of the row in the list, from 1, the header counted. */
  row: z.number(),
  /** What the row says, as the columns in use say it. */
  text: z.string().max(400),
  status: rowStatusSchema,
  matchedBy: matchedBySchema.nullable(),
  userId: id.nullable(),
  displayName: z.string().nullable(),
  /** Number of people who fit an ambiguous row; one: the row's name or address is not theirs. */
  fits: z.number(),
  /** The earlier row of a doubled one. */
  sameAs: z.number().nullable(),
});
export type ListRow = z.infer<typeof listRowSchema>;

/** Somebody a row may mean. */
export const candidateSchema = z.object({
  userId: id,
  displayName: z.string(),
  /** What tells two people of one name apart, masked. */
  details: z.array(z.string()),
  chosen: z.boolean(),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const memberSchema = z.object({
  userId: id,
  displayName: z.string().nullable(),
  username: z.string(),
  /** Null where the service only said that the role is held. */
  roleScope: roleScopeSchema.nullable(),
});
export type Member = z.infer<typeof memberSchema>;

const page = { offset: z.number().int().min(0).max(1_000_000), limit: z.number().int().min(1).max(50).default(50) };
const run = { input: z.strictObject({ batchId: id }), output: nothing };

export const listsRequests = {
  'lists:read': { input: nothing, output: listsStateSchema },
  /** Every role of the service; a list is not bound to the switches of the station. */
  'lists:roles': {
    input: nothing,
    output: z.object({ roles: z.array(z.object({ roleId: id, roleName: z.string() })) }),
  },
  /** Main shows the dialog and reads the file; the page sees no path. */
  'lists:choose-file': { input: nothing, output: z.object({ chosen: z.boolean() }) },
  'lists:paste': { input: z.strictObject({ text: z.string().max(mostPastedCharacters) }), output: nothing },
  'lists:set-columns': {
    input: z.strictObject({ hasHeader: z.boolean(), kinds: z.array(columnKindSchema).max(mostListColumns) }),
    output: nothing,
  },
  'lists:set-change': { input: z.strictObject({ roleId: id, wanted: wantedSchema }), output: nothing },
  'lists:rows': {
    input: z.strictObject({ status: rowStatusSchema.nullable(), ...page }),
    output: z.object({ revision: z.number(), total: z.number(), rows: z.array(listRowSchema).max(50) }),
  },
  'lists:candidates': {
    input: z.strictObject({ row: z.number().int().min(1).max(1_000_000) }),
    output: z.object({ candidates: z.array(candidateSchema).max(20) }),
  },
  /** Says who a row means; null takes that back. */
  'lists:choose': {
    input: z.strictObject({ row: z.number().int().min(1).max(1_000_000), userId: id.nullable() }),
    output: nothing,
  },
  /** Answers once everything is on disk. `revision`: what was on the screen; refused with `list-changed` otherwise. */
  'lists:apply': { input: z.strictObject({ revision: z.number() }), output: z.object({ batchId: id }) },
  'lists:discard': { input: nothing, output: nothing },
  'lists:pause': run,
  'lists:resume': run,
  /** Withdraws what was not sent. */
  'lists:cancel': run,
  /** Takes back all of it that can be taken back. */
  'lists:undo': run,
  /** Who holds a role, by name; the role is read while somebody asks. */
  'lists:members': {
    input: z.strictObject({ roleId: id, ...page }),
    output: z.object({
      total: z.number(),
      /** When the service said so; milliseconds since the epoch. Null: not asked yet. */
      knownAt: z.number().nullable(),
      members: z.array(memberSchema).max(50),
    }),
  },
  /** Main shows the save dialog and writes the CSV; the columns stand in docs/lists.md. */
  'lists:export-members': { input: z.strictObject({ roleId: id }), output: z.object({ saved: z.boolean() }) },
  /** Nobody looks at members any more: the role is no longer read. */
  'lists:close-members': { input: nothing, output: nothing },
} as const;
export const listsEvents = { 'lists:changed': listsStateSchema } as const;
