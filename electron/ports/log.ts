/** What a log line may carry: names of events, codes, counts and times. Never names of people, addresses, tokens or links. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Events, not payloads. Redaction happens once, at the sink (electron/app/log-sink.ts). */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
