import type { LogFields } from '../ports/log.ts';

const redacted = '[redacted]';

/** Fields whose value is never written, whatever it is. */
const secretFields =
  /^(?:.*token.*|.*secret.*|.*password.*|.*verifier.*|authorization|cookie|code|state|e-?mail|phone|name|displayName|username|link|address|query)$/i;
/** Fields that carry the code of an error, which looks like a word and is safe. */
const errorCode = /^[a-z]+(?:-[a-z]+)*$/;

const patterns: readonly (readonly [RegExp, string])[] = [
  // Anything of our own scheme: code and state are in its query.
  [/\b(rolecall:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, `$1?${redacted}`],
  [/\b((?:bearer|basic)\s+)[\w\-.~+/=]+/gi, `$1${redacted}`],
  [
    /\b((?:access_token|refresh_token|id_token|token|code|state|code_verifier|code_challenge|verifier|client_secret|secret|password)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1${redacted}`,
  ],
  // User information and query of any other address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, `$1${redacted}@`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, `$1?${redacted}`],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, redacted],
  // E.164 and the usual ways to write it.
  [/\+\d[\d\s().-]{5,18}\d/g, redacted],
  // Random text as long as a token has no business in a log.
  [/(?<![\w\-.~/\\])(?=[\w\-.~]*\d)(?=[\w\-.~]*[A-Za-z])[\w\-~]{32,}(?:\.[\w\-~]+)*/g, redacted],
];

/** Takes out what looks like a secret or a person. */
export function redactText(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** The same for the fields of a log line; fields that hold secrets by their name lose their value. */
export function redactFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (name === 'code' && errorCode.test(value)) return [name, value];
      return [name, secretFields.test(name) ? redacted : redactText(value)];
    }),
  );
}
