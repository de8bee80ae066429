/**
 * Connections: one organisation's service each. The secret stays in the main process; the application id and the
 * addresses cross only for whoever looks at the details or the form.
 */
import { z } from 'zod';
import { nothing } from './app.ts';
import { errorCodeSchema } from './errors.ts';
import { handedStationsSchema } from './handed-stations.ts';
import { roleScopeSchema, wantedSchema } from './stations.ts';

const dataAccessSchema = z.enum(['automatic', 'service-integration', 'operator']);

/** The connection file an administrator hands out (docs/administrator-guide.md, "Connection file"). Read by main only. */
export const connectionFileSchema = z.object({
  name: z.string().min(1).max(120),
  baseUrl: z.string().max(2048),
  clientId: z.union([z.string().min(1).max(200), z.number()]).transform(String),
  clientSecret: z.string().min(1).max(1000),
  redirectUri: z.string().max(2048).default('rolecall://oauth/callback'),
  oboScopes: z.array(z.string().min(1).max(200)).max(50).default(['pii:basic']),
  dataAccess: dataAccessSchema.default('automatic'),
  /** RFC 7636; off only for services that choke on unknown parameters. */
  pkce: z.boolean().default(true),
  /** What the desk is for, and the administrator's PIN as a hash; absent: that is for the laptop to say. */
  stations: handedStationsSchema.optional(),
});
export type ConnectionFile = z.infer<typeof connectionFileSchema>;

const connectionId = z.string().max(100);

export const connectionSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Host shown beside the sign-in button; never the whole address with a path. */
  host: z.string(),
  practice: z.boolean(),
  current: z.boolean(),
});
export type ConnectionSummary = z.infer<typeof connectionSummarySchema>;

/** Whether the service can be reached, decided from real outcomes only. */
export const reachabilitySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('online'), since: z.number() }),
  z.object({
    kind: z.literal('offline'),
    since: z.number(),
    reason: errorCodeSchema,
    /** Milliseconds since the epoch of the next try. */
    nextTryAt: z.number().nullable(),
  }),
]);
export type Reachability = z.infer<typeof reachabilitySchema>;

/** Why a connection that was handed over as a file was left out. `field`: the member of the file it is about. */
export const connectionProblemSchema = z.object({
  what: z.enum([
    'not-readable',
    'too-large',
    'not-json',
    'not-an-object',
    'field-missing',
    'field-wrong',
    'address-not-whole',
    'address-not-secure',
    'address-with-extras',
    'redirect-not-ours',
    'not-kept',
  ]),
  field: z.string().max(60).nullable(),
});
export type ConnectionProblem = z.infer<typeof connectionProblemSchema>;

/**
 * A desk link on its way in (docs/administrator-guide.md, "Desk link"). Nothing of it is kept or used before somebody
 * said yes.
 */
export const incomingSchema = z.discriminatedUnion('kind', [
  /** `from`: `link` where something outside handed it over, a web page perhaps. */
  z.object({
    kind: z.literal('sealed'),
    from: z.enum(['link', 'typed', 'file']),
    /** Wrong passphrases so far. */
    wrong: z.number(),
    /** No passphrase is tried before; milliseconds since the epoch. */
    nextTryAt: z.number().nullable(),
    opening: z.boolean(),
  }),
  z.object({
    kind: z.literal('opened'),
    name: z.string(),
    host: z.string(),
    /** The connection of the same service and application that it would replace. */
    replaces: z.string().nullable(),
    /** Names of the stations it brings, the one it starts with first. */
    stations: z.array(z.string()).optional(),
  }),
]);
export type Incoming = z.infer<typeof incomingSchema>;

export const connectionsStateSchema = z.object({
  all: z.array(connectionSummarySchema),
  /** What became of the file of connections, where it could not be used: kept under another name, or left as it is. */
  settings: z.enum(['set-aside', 'newer']).optional(),
  /** A connection file that was left out, until somebody has read it. */
  problem: connectionProblemSchema.optional(),
  incoming: incomingSchema.optional(),
  reachability: reachabilitySchema,
});
export type ConnectionsState = z.infer<typeof connectionsStateSchema>;

/** Whose token opens one kind of call, and how it stands. Never the token. */
export const tokenUseSchema = z.object({
  call: z.enum(['read', 'change-roles']),
  /** `none`: neither of the two opens it as far as is known. */
  holder: z.enum(['operator', 'application', 'none']),
  /** OAuth scopes of that token; of the one that would be asked for, while there is none. */
  oauthScopes: z.array(z.string()),
  /** Milliseconds since the epoch; null while there is no token. */
  validUntil: z.number().nullable(),
  lastUsedAt: z.number().nullable(),
});
export type TokenUse = z.infer<typeof tokenUseSchema>;

export const connectionDetailsSchema = z.object({
  connectionId: z.string(),
  name: z.string(),
  host: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  dataAccess: dataAccessSchema,
  /** OAuth scopes people are asked for when they sign in. */
  oboScopes: z.array(z.string()),
  practice: z.boolean(),
  current: z.boolean(),
  /**
   * `keyring`, or `memory` until Rolecall is closed; `locked`: in a keyring that does not give it just now; `missing`: it has
   * to be added again.
   */
  secret: z.enum(['keyring', 'locked', 'memory', 'missing']),
  /** Empty while nobody is signed in to it. */
  tokens: z.array(tokenUseSchema),
});
export type ConnectionDetails = z.infer<typeof connectionDetailsSchema>;

/** What a test looks at, in this order. */
export const testStepSchema = z.enum([
  'reachable',
  'secure',
  'clock',
  'service',
  'application',
  'read-scope',
  'change-scope',
  'operator',
  'search',
  'person',
  'person-roles',
  'roles',
]);
export type TestStep = z.infer<typeof testStepSchema>;

/** What a step found. Each has its words: what is wrong, what to do and whom to ask. */
export const testFindingSchema = z.enum([
  'fine',
  'not-needed',
  'not-signed-in',
  'nobody-registered',
  'no-roles',
  'not-tried',
  'stopped',
  'name-not-found',
  'refused-connection',
  'timed-out',
  'offline',
  'cut-off',
  'proxy',
  'proxy-sign-in',
  'not-reached',
  'certificate-name',
  'certificate-expired',
  'certificate-unknown',
  'certificate-other',
  'tls-too-old',
  'no-tls',
  'not-encrypted',
  'clock-off',
  'clock-unknown',
  'portal',
  'moved',
  'not-this-service',
  'service-broken',
  'slow-down',
  'wrong-secret',
  'suspended',
  'secret-missing',
  'scope-missing',
  'scope-obo-only',
  'token-refused',
  'permission-missing',
  'answer-not-understood',
]);
export type TestFinding = z.infer<typeof testFindingSchema>;

export const testRowSchema = z.object({
  step: testStepSchema,
  state: z.enum(['waiting', 'running', 'fine', 'skipped', 'warning', 'failed']),
  finding: testFindingSchema.nullable(),
  /** Names that belong to the finding: OAuth scopes, or permissions of the service. Never people. */
  names: z.array(z.string().max(200)).max(20),
  /** This computer's clock minus the service's, in minutes; of `clock-off` only. */
  minutes: z.number().nullable(),
});
export type TestRow = z.infer<typeof testRowSchema>;

export const connectionTestSchema = z.object({
  testId: z.number(),
  running: z.boolean(),
  rows: z.array(testRowSchema),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

/** The form: the members of the file, as typed. The secret goes one way only. */
export const connectionFormSchema = z.strictObject({
  name: z.string().max(500),
  baseUrl: z.string().max(4096),
  clientId: z.string().max(500),
  redirectUri: z.string().max(4096),
  /** Separated by blanks. */
  oboScopes: z.string().max(8192),
  dataAccess: dataAccessSchema,
  pkce: z.boolean(),
});
export type ConnectionForm = z.infer<typeof connectionFormSchema>;

export const formFieldSchema = z.enum(['name', 'baseUrl', 'clientId', 'clientSecret', 'redirectUri', 'oboScopes']);
export type FormField = z.infer<typeof formFieldSchema>;
export const formProblemSchema = z.object({
  field: formFieldSchema,
  what: z.enum([
    'missing',
    'too-long',
    'not-whole',
    'not-secure',
    'with-extras',
    'not-ours',
    'too-many',
    /** The same service and application stand under another name already. */
    'there-already',
  ]),
});
export type FormProblem = z.infer<typeof formProblemSchema>;

const formProblems = z.object({ kind: z.literal('problems'), problems: z.array(formProblemSchema).min(1) });
const filledIn = {
  /** Null: a new one. */
  connectionId: connectionId.nullable(),
  form: connectionFormSchema,
  /** Empty: the one that is kept stays. */
  clientSecret: z.string().max(4096),
};

/** A change that never reached the service, as the question before a removal names it. */
const unsentSchema = z.object({
  time: z.number(),
  operator: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  roleName: z.string(),
  roleScope: roleScopeSchema,
  wanted: wantedSchema,
});
export type UnsentChange = z.infer<typeof unsentSchema>;

const ofOne = z.strictObject({ connectionId });

export const connectionsRequests = {
  'connections:read': { input: nothing, output: connectionsStateSchema },
  /** Main shows the file dialog; `chosen: false` when it was closed without a file. What is wrong comes as `problem`. */
  'connections:choose-file': { input: nothing, output: z.object({ chosen: z.boolean() }) },
  'connections:dismiss-problem': { input: nothing, output: nothing },
  'connections:use': { input: ofOne, output: nothing },
  'connections:details': { input: ofOne, output: connectionDetailsSchema },
  /** What stands in the form, without the secret. */
  'connections:form': { input: ofOne, output: connectionFormSchema },
  'connections:save': {
    input: z.strictObject(filledIn),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('saved'), connectionId: z.string() }),
      formProblems,
    ]),
  },
  /** Tries a connection as it is kept. How it goes comes as events; one test runs at a time. */
  'connections:test': { input: ofOne, output: z.object({ testId: z.number() }) },
  /** The same for what is in the form, saved or not. */
  'connections:test-form': {
    input: z.strictObject(filledIn),
    output: z.discriminatedUnion('kind', [z.object({ kind: z.literal('testing'), testId: z.number() }), formProblems]),
  },
  'connections:stop-test': { input: nothing, output: nothing },
  /** What goes with a connection when it is removed. */
  'connections:unsent': {
    input: ofOne,
    output: z.object({ waiting: z.number(), refused: z.number(), first: z.array(unsentSchema).max(10) }),
  },
  /** Saves this connection's journal as CSV, the current one or not; main shows the save dialog. */
  'connections:export-journal': { input: ofOne, output: z.object({ saved: z.boolean() }) },
  'connections:remove': { input: ofOne, output: nothing },
  /** Seals the connection under a new passphrase: told here, once. */
  'connections:make-desk-link': {
    /** `startWith`: the station the other laptop starts with; absent: the one in use here. */
    input: z.strictObject({ connectionId, startWith: z.string().max(20).optional() }),
    output: z.object({
      link: z.string(),
      code: z.string(),
      passphrase: z.string(),
      /** The stations inside; none where nobody made one. */
      stations: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      startsWith: z.string().nullable().optional(),
    }),
  },
  /** The link that was made last goes to the clipboard, or into a file. */
  'connections:copy-desk-link': { input: nothing, output: nothing },
  'connections:save-desk-link': { input: nothing, output: z.object({ saved: z.boolean() }) },
  'connections:forget-desk-link': { input: nothing, output: nothing },
  /** A desk link, pasted or scanned. */
  'connections:offer': { input: z.strictObject({ text: z.string().max(16_384) }), output: nothing },
  'connections:unseal': { input: z.strictObject({ passphrase: z.string().max(200) }), output: nothing },
  'connections:accept-offer': { input: nothing, output: nothing },
  'connections:decline-offer': { input: nothing, output: nothing },
} as const;
export const connectionsEvents = {
  'connections:changed': connectionsStateSchema,
  'connections:test-changed': connectionTestSchema,
} as const;
