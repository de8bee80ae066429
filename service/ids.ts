/** Ids of users and roles: whole numbers, sent as strings. */

/** @returns undefined for text that can't be an id, which the database would otherwise trip over. */
export function parseId(text: string): string | undefined {
  return /^[1-9]\d{0,17}$/.test(text) ? text : undefined;
}
