import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import './text-field.css';

/** A labelled line of text, with a hint that screen readers hear too. */
export function TextField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly focusAtStart?: boolean;
  /** Not shown while it is typed, and never filled in by the page. */
  readonly secret?: boolean;
  /** Shown, and not to be changed here. */
  readonly fixed?: boolean;
  /** What is wrong with it. */
  readonly problem?: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { focusAtStart, problem } = props;
  useEffect(() => {
    if (focusAtStart === true) input.current?.focus();
  }, [focusAtStart]);
  return (
    <div className="text-field">
      <label className="text-field__label" htmlFor={id}>
        {props.label}
      </label>
      <input
        id={id}
        ref={input}
        className="text-field__input"
        type={props.secret === true ? 'password' : 'text'}
        autoComplete={props.secret === true ? 'new-password' : 'off'}
        spellCheck={false}
        maxLength={8192}
        readOnly={props.fixed === true}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? `${id}-hint` : `${id}-problem ${id}-hint`}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-field__problem">
          <CircleAlert className="icon" size={16} aria-hidden="true" />
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className="quiet">
        {props.hint}
      </p>
    </div>
  );
}
