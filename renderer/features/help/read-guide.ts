/** Reads the guide for helpers (docs/operator-guide.md), so that help in the program and the page say the same. Pure. */
import { type HelpTopic, helpTopics } from '../../state/help-topics.ts';

/** A piece of a sentence: plain, **strong** (also what stands in *italics*: words of the screen), or a `key`. */
export interface Piece {
  readonly kind: 'plain' | 'strong' | 'key';
  readonly text: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'steps'; readonly items: readonly (readonly Piece[])[] };

export interface Chapter {
  readonly topic: HelpTopic;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const marks = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) });
    const strong = match[1] ?? match[2];
    pieces.push(strong === undefined ? { kind: 'key', text: match[3] ?? '' } : { kind: 'strong', text: strong });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) });
  return pieces;
}

const step = /^\d+\.\s+/;

function blockOf(lines: readonly string[]): Block | null {
  const [first = ''] = lines;
  // Pictures are of the screen that is behind the help.
  if (first.startsWith('![') || first.startsWith('---')) return null;
  if (!step.test(first)) return { kind: 'paragraph', pieces: piecesOf(lines.join(' ')) };
  const items: string[] = [];
  for (const line of lines) {
    if (step.test(line)) items.push(line.replace(step, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'steps', items: items.map(piecesOf) };
}

const isTopic = (name: string): name is HelpTopic => helpTopics.some((topic) => topic === name);

/**
 * The chapters of a guide, in its order. A chapter begins with `<!-- help: topic -->` and a heading and ends before the next
 * one. Throws where a topic is not known or has no heading.
 */
export function readGuide(markdown: string): Chapter[] {
  const [, ...parts] = markdown.replaceAll('\r\n', '\n').split(/^<!-- help: /m);
  return parts.map((part) => {
    const [, topic = '', title = '', body = ''] = /^([\w-]+) -->\n## (.+)\n([\s\S]*)$/.exec(part) ?? [];
    if (!isTopic(topic)) throw new Error(`The guide has a chapter without a known topic: ${part.slice(0, 40)}`);
    const [own = ''] = body.split(/^---$/m);
    const blocks = own
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter((block) => block !== '')
      .flatMap((block) => blockOf(block.split('\n')) ?? []);
    return { topic, title, blocks };
  });
}
