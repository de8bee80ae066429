import type { ReactNode } from 'react';
import type { MarkedText as Marked } from '../../contract/desk/directory.ts';
import './marked-text.css';

/** Cuts text at its marks; marks outside the text or out of order are left out rather than shown wrong. */
export function piecesOf({ text, marks }: Marked): readonly { readonly text: string; readonly marked: boolean }[] {
  const pieces: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), marked: false });
    pieces.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return pieces;
}

/**
 * Text with what matched marked. It stands in an element of its own direction (`bdi`, LeftToRight), which the caller brings.
 * Marks go by their number: another text goes into the elements that are there.
 */
export function MarkedText({ value }: { readonly value: Marked }): ReactNode {
  return piecesOf(value).map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the element is to be used again for the next text
    marked ? <mark key={index}>{text}</mark> : text,
  );
}
