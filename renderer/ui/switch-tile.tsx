import type { LucideIcon } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { Kbd } from './kbd.tsx';
import './switch-tile.css';

export type TileLook = 'plain' | 'given' | 'waiting' | 'refused';

/**
 * A large switch with a word for its state. It is a real button with role=switch rather than a hidden checkbox: the whole
 * tile is the target, and `aria-checked` is there to be read. Named by the role alone; the state describes it.
 */
export function SwitchTile(props: {
  readonly name: string;
  readonly checked: boolean;
  readonly look: TileLook;
  readonly everywhere: boolean;
  readonly state: string;
  readonly stateIcon: LucideIcon;
  readonly spinning: boolean;
  /** Number key, or null for tiles past the ninth. */
  readonly number: number | null;
  /** Why it can't be switched is said elsewhere on the screen; it stays focusable. */
  readonly locked: boolean;
  /** `byPointer`: pressed with mouse or finger, so that the focus may go back to the search. */
  readonly onToggle: (byPointer: boolean) => void;
}) {
  const { name, checked, look, everywhere, state, stateIcon: Icon, spinning, number, locked, onToggle } = props;
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-state`}
      aria-disabled={locked}
      className={`switch-tile switch-tile--${look}${everywhere ? ' switch-tile--everywhere' : ''}`}
      onClick={(event: MouseEvent) => {
        // A click without a pointer comes from Enter or Space (detail is 0). The second click of a double click is the same
        // wish said twice (checklist B81).
        if (!locked && event.detail < 2) onToggle(event.detail > 0);
      }}
    >
      {number !== null && <Kbd>{number}</Kbd>}
      <span className="switch-tile__words">
        <bdi id={`${id}-name`} className="switch-tile__name">
          {name}
        </bdi>
        <span id={`${id}-state`} className="switch-tile__state">
          <Icon className={spinning ? 'icon spin' : 'icon'} size={14} aria-hidden="true" />
          <span>{state}</span>
        </span>
      </span>
      <span className="switch-tile__track" aria-hidden="true" />
    </button>
  );
}
