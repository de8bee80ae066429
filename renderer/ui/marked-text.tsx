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

/** Text with what matched marked, set off from the direction of the text around it. */
export function MarkedText({ value }: { readonly value: Marked }): ReactNode {
  let at = 0;
  return (
    <bdi>
      {piecesOf(value).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.marked ? <mark key={key}>{piece.text}</mark> : piece.text;
      })}
    </bdi>
  );
}
