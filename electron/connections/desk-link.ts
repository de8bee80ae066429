import { linkScheme } from '../app/launch-links.ts';

const begin = `${linkScheme}://connect`;

/** The link to copy, and what the QR code says. */
export function deskLinkOf(code: string): string {
  return `${begin}?${code}`;
}

/** Whether a link from outside is a desk link and not the browser's answer to a sign-in. */
export function isDeskLink(link: string): boolean {
  const rest = link.slice(begin.length);
  return link.slice(0, begin.length).toLowerCase() === begin && /^(?:$|[/?#])/.test(rest);
}

/**
 * Finds the code in what somebody pasted, scanned or chose as a file: a link, or the bare code, in however many lines.
 * The signs between the words may be others: a scanner set to another keyboard types what lies where `://` and `?` were
 * (field reports, scanners). Null where there is none. `longest`: characters.
 */
export function findDeskCode(text: string, longest = 16_384): string | null {
  if (text.length > longest) return null;
  const packed = text.replace(/\s+/g, '');
  const code = /(?:^|connect[^0-9a-z]{1,3})([0-9a-v]{80,})$/i.exec(packed)?.[1];
  return code?.toUpperCase() ?? null;
}
