import { useEffect, useId, useRef } from 'react';
import './text-field.css';

/** A labelled line of text, with a hint that screen readers hear too. */
export function TextField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly focusAtStart?: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { focusAtStart } = props;
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
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={8192}
        aria-describedby={`${id}-hint`}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="quiet">
        {props.hint}
      </p>
    </div>
  );
}
