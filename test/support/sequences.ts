/**
 * How many random sequences of events the state machines of signing in are put through: few in the suite, as many as
 * `ROLECALL_SEQUENCES` says by command (docs/sign-in.md, "Tests").
 */
export const sequences = Number(process.env.ROLECALL_SEQUENCES ?? 2_000);
