import type { LucideIcon } from 'lucide-react';
import './status-pill.css';

export type StatusTone = 'plain' | 'done' | 'waiting' | 'refused';

/**
 * One digit takes the room of two, behind the words: a countdown that loses one would make the pill and all in it jump.
 */
const steady = (words: string): string => words + '\u2007'.repeat(words.match(/(?<!\d)\d(?!\d)/gu)?.length ?? 0);

/**
 * How things stand, as a live region. What changes every second stands outside it and is for eyes only, so that a screen
 * reader hears the state change and not the countdown (B77).
 */
export function StatusPill(props: {
  readonly tone: StatusTone;
  readonly icon: LucideIcon;
  readonly spinning?: boolean;
  readonly words: string;
  readonly ticking: readonly string[];
}) {
  const { tone, icon: Icon, words, ticking, spinning } = props;
  return (
    <span className={`status-pill status-pill--${tone}`}>
      <Icon className={spinning === true ? 'icon spin' : 'icon'} size={16} aria-hidden="true" />
      <span role="status">{words}</span>
      {ticking.length > 0 && (
        <span className="status-pill__more" aria-hidden="true">
          {ticking.map((each) => `· ${steady(each)}`).join(' ')}
        </span>
      )}
    </span>
  );
}
