/** Parameters and form fields of OAuth requests, none of which may come twice (RFC 6749 3.1, 3.2). */

/**
 * The first name that comes once more; undefined where each comes once. In one pass: anybody may send a form of many
 * thousand fields, and while they are compared nobody else is served.
 */
export function repeatedName(parameters: URLSearchParams): string | undefined {
  const names = new Set<string>();
  for (const name of parameters.keys()) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}
