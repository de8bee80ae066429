/** Hiding what nobody asked for: only what was typed, and what tells two people apart, stays readable. Pure. */

const dots = '•••';

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
  const digits = [...phone.matchAll(/\d/gu)].map(({ index }) => index);
  const lastFour = new Set(digits.length > 4 ? digits.slice(-4) : []);
  let masked = '';
  for (let index = 0; index < phone.length; index += 1) {
    const character = phone.charAt(index);
    const readable = lastFour.has(index) || shown.some(([start, end]) => index >= start && index < end);
    masked += /\d/u.test(character) && !readable ? '•' : character;
  }
  return masked;
}
