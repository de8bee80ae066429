import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './button.css';

export interface ButtonProps {
  readonly children?: ReactNode;
  /** `byPointer`: pressed with mouse, finger or pen. */
  readonly onPress?: (byPointer: boolean) => void;
  /** `primary` and `done` are the filled ones: at most one on a screen. */
  readonly look?: 'plain' | 'primary' | 'done' | 'danger' | 'quiet' | 'bar';
  readonly icon?: LucideIcon;
  /** Shown after the words; not part of the name. */
  readonly shortcut?: ReactNode;
  /** Name of a button that shows an icon only. */
  readonly label?: string;
  /** Id of what says more. */
  readonly describedBy?: string;
  readonly submit?: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button at least 44 px high. It is never disabled while it works, so the focus stays where it was (B76). */
export function Button(props: ButtonProps) {
  const { look = 'plain', icon: Icon, children, shortcut, label, describedBy, submit, autoFocus, onPress, ref } = props;
  const large = look === 'primary' || look === 'done';
  return (
    <AriaButton
      className={`button button--${look}${children === undefined ? ' button--icon' : ''}`}
      type={submit === true ? 'submit' : 'button'}
      autoFocus={autoFocus === true}
      {...(ref === undefined ? {} : { ref })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      {...(onPress === undefined
        ? {}
        : { onPress: ({ pointerType }) => onPress(pointerType !== 'keyboard' && pointerType !== 'virtual') })}
    >
      {Icon !== undefined && <Icon className="icon" size={large ? 20 : 18} aria-hidden="true" />}
      {children}
      {shortcut}
    </AriaButton>
  );
}
