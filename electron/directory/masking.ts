/** Hiding what nobody asked for: only what was typed, and what tells two people apart, stays readable. Pure. */

const dots = '•••';
/** Of every script: ٤ and ４ tell as much as 4. */
const anyDigit = /\p{Nd}/gu;

/** First letter, dots, domain. `shown`: leading characters of the part before the @ that were typed and may be read. */
export function maskEmail(email: string, shown = 0): string {
  const split = email.lastIndexOf('@');
  const local = split < 0 ? email : email.slice(0, split);
  const domain = split < 0 ? '' : email.slice(split);
  const [first = ''] = local;
  const length = Math.max(first.length, Math.min(shown, local.length));
  // A part of one letter was not typed either: its length is nobody's business.
  return `${local.slice(0, length)}${shown < local.length ? dots : ''}${domain}`;
}

/** The last four digits; the others and everything between become dots. `shown`: offsets that were typed and may be read. */
export function maskPhone(phone: string, shown: readonly (readonly [number, number])[] = []): string {
  const digits = [...phone.matchAll(anyDigit)].map(({ index }) => index);
  const lastFour = new Set(digits.length > 4 ? digits.slice(-4) : []);
  return phone.replace(anyDigit, (digit, index: number) => {
    const readable = lastFour.has(index) || shown.some(([start, end]) => index >= start && index < end);
    // Of one length with what it stands for: marks are counted in the whole phone.
    return readable ? digit : '•'.repeat(digit.length);
  });
}
