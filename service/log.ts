/**
 * The service's log: one JSON object a line. Callers name an event and add figures, codes and route patterns; personal
 * data, secrets and addresses with their parameters stay out.
 */

type Fields = Readonly<Record<string, unknown>>;
type Write = (event: string, fields?: Fields) => void;

export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** @param writeLine gets each line, without its end. */
export function createLog(writeLine: (line: string) => void): Log {
  const at =
    (level: string): Write =>
    (event, fields = {}) =>
      writeLine(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * What a log may hold of a failure. Messages of the database quote values, so only name, code and the places in our
 * code are kept.
 */
export function describeFault(error: unknown): Fields {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = error as { code?: string };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: error.name, code, stack: frames.slice(0, 12).map((line) => line.trim()) };
}
