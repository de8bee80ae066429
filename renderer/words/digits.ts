/** Arabic, Persian and full width. Each run of ten begins at a multiple of sixteen, as the European one does. */
const otherDigit = /[٠-٩۰-۹０-９]/g;

/** A text with the digits of whichever keyboard as European ones. */
export function europeanDigits(text: string): string {
  return text.replaceAll(otherDigit, (digit) => String(digit.charCodeAt(0) % 16));
}
