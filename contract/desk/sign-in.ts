/** Signing in, as the screen sees it: states and words, never a token, code, verifier, secret or path. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { errorCodeSchema } from './errors.ts';

/** Who is signed in. The label is what the person is called on screen and in the journal. */
export const operatorSchema = z.object({ id: z.string(), label: z.string(), initials: z.string().max(4) });
export type Operator = z.infer<typeof operatorSchema>;

/** How the sign-in is kept between starts. `memory`: until the app is closed, since no safe keyring is there. */
export const keptSchema = z.enum(['keyring', 'memory']);

/** With what this system opens `rolecall:` links. `rolecall` too where the answer comes back by another way. */
export const linksOpenWithSchema = z.enum(['rolecall', 'another-program', 'nothing']);
export type LinksOpenWith = z.infer<typeof linksOpenWithSchema>;

/** What the service was asked for, to be read out to an administrator when its page complains. None of it is secret. */
export const signInRequestSchema = z.object({
  clientId: z.string(),
  redirectUri: z.string(),
  oauthScopes: z.array(z.string()),
});
export type SignInRequest = z.infer<typeof signInRequestSchema>;

/** A PIN for the lock: digits, as many as a card's at least. It goes one way only, and is kept as a hash. */
export const pinSchema = z.string().regex(/^[0-9]{4,12}$/);
/** A PIN somebody gives: one that is too short is wrong, as any other. */
const givenPinSchema = z.string().regex(/^[0-9]{1,12}$/);

const attempt = {
  attemptId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
};

export const signInStateSchema = z.discriminatedUnion('kind', [
  /** The vault is being opened or the practice service is starting. */
  z.object({ kind: z.literal('starting'), waitingFor: z.enum(['vault', 'practice-service']) }),
  z.object({
    kind: z.literal('signed-out'),
    /** Why the last attempt or session ended, when that is worth saying. */
    notice: errorCodeSchema.nullable(),
    kept: keptSchema,
    /** Whether the system would bring the browser's answer back to this program by itself. */
    comesBackByItself: z.boolean(),
    linksOpenWith: linksOpenWithSchema,
  }),
  z.object({ kind: z.literal('opening'), ...attempt }),
  z.object({
    kind: z.literal('waiting'),
    ...attempt,
    browserFailed: z.boolean(),
    asked: signInRequestSchema,
    /** The browser has meanwhile finished an earlier attempt, which was not taken. */
    earlierAnswered: z.boolean(),
  }),
  z.object({ kind: z.literal('exchanging'), ...attempt }),
  z.object({
    kind: z.literal('signed-in'),
    operator: operatorSchema,
    kept: keptSchema,
    /** Set while the session can't be refreshed and why; the desk goes on with what it has. */
    notice: errorCodeSchema.nullable(),
    /** Operations nothing this session holds may do, so that the screen can say so beforehand. */
    mayRead: z.boolean(),
    mayChangeRoles: z.boolean(),
    /** Whether this operator has chosen a PIN for the lock. */
    pinSet: z.boolean(),
  }),
  /** Signed in, and put away: the main process answers nothing about people until the PIN is given. Sending goes on. */
  z.object({
    kind: z.literal('locked'),
    operator: operatorSchema,
    because: z.enum(['asked', 'idle']),
    /** Without a PIN the lock only hides what was on the screen. */
    pinSet: z.boolean(),
    triesLeft: z.number(),
    /** When the next PIN may be tried; milliseconds since the epoch. */
    nextTryAt: z.number().nullable(),
  }),
]);
export type SignInState = z.infer<typeof signInStateSchema>;

export const signInRequests = {
  'sign-in:read': { input: nothing, output: signInStateSchema },
  'sign-in:start': { input: nothing, output: nothing },
  'sign-in:cancel': { input: nothing, output: nothing },
  'sign-in:open-browser-again': { input: nothing, output: nothing },
  /** Main puts the link on the clipboard; the renderer never sees it. */
  'sign-in:copy-link': { input: nothing, output: nothing },
  /** Main puts what the service was asked for on the clipboard, as plain text for an administrator. */
  'sign-in:copy-request': { input: nothing, output: nothing },
  /** Makes this system open `rolecall:` links with this program. Refused with `links-not-changed` where it does not let us. */
  'sign-in:take-over-links': { input: nothing, output: nothing },
  'sign-in:paste-address': { input: z.strictObject({ address: z.string().max(8192) }), output: nothing },
  'sign-in:sign-out': { input: nothing, output: nothing },
  /** Refused with `pin-not-set` until a PIN was chosen. */
  'sign-in:lock': { input: nothing, output: nothing },
  /** Opens the lock. While it is open: shows that the PIN is known. `pin: null` goes on where none was chosen. */
  'sign-in:unlock': { input: z.strictObject({ pin: givenPinSchema.nullable() }), output: nothing },
  /** Chooses a PIN; another one only together with the one before. */
  'sign-in:set-pin': {
    input: z.strictObject({ pin: pinSchema, currentPin: givenPinSchema.nullable() }),
    output: nothing,
  },
} as const;
export const signInEvents = { 'sign-in:changed': signInStateSchema } as const;
