import { Check, CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './chip.css';

export type ChipTone = 'plain' | 'done' | 'waiting' | 'refused';

const icons: Record<ChipTone, LucideIcon | null> = { plain: null, done: Check, waiting: Clock, refused: CircleAlert };

/** A few words with the icon of their state. */
export function Chip({ tone = 'plain', children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={`chip chip--${tone}`}>
      {Icon !== null && <Icon className="icon" size={14} aria-hidden="true" />}
      <bdi>{children}</bdi>
    </span>
  );
}
