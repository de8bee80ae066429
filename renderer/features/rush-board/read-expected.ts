import { europeanDigits } from '../../words/digits.ts';

const mostExpected = 10_000_000;

/**
 * The number of people somebody typed, in whichever digits their keyboard has and however it is grouped: null for none,
 * undefined for what is no whole number of people. Pure.
 */
export function readExpected(text: string): number | null | undefined {
  // NFKC: the signs of a Japanese keyboard are wide.
  const typed = europeanDigits(text.normalize('NFKC').trim());
  if (typed === '') return null;
  // A thousand has three digits behind it: "2.5" is none.
  if (!/^[0-9]+$|^[0-9]{1,3}(?:[\s.,'’٬،][0-9]{2,3})*[\s.,'’٬،][0-9]{3}$/.test(typed)) return undefined;
  const people = Number(typed.replaceAll(/[^0-9]/g, ''));
  return people >= 1 && people <= mostExpected ? people : undefined;
}
