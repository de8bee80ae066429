const mostExpected = 10_000_000;

/** The number of people somebody typed, however it is grouped: null for none, undefined for what is no number of people. Pure. */
export function readExpected(text: string): number | null | undefined {
  const digits = text.trim().replaceAll(/[\s.,'’]/g, '');
  if (digits === '') return null;
  if (!/^[0-9]{1,8}$/.test(digits)) return undefined;
  const people = Number(digits);
  return people >= 1 && people <= mostExpected ? people : undefined;
}
