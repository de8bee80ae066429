/**
 * How many random sequences the state machines of signing in are put through: few in the suite, as many as
 * `ROLECALL_SEQUENCES` says by command (docs/sign-in.md, "Tests").
 */
const byCommand = process.env.ROLECALL_SEQUENCES === undefined ? null : Number(process.env.ROLECALL_SEQUENCES);

/** For pure steps. */
export const sequences = byCommand ?? 2_000;
/** For sequences that wait for files and answers, made up as they are. */
export const slowSequences = byCommand ?? 300;
/** Milliseconds such a test may take. */
export const sequencesTimeoutMs = byCommand === null ? 60_000 : 3_600_000;
