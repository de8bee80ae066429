import { type Ref, useId } from 'react';
import '../../ui/text-field.css';

/** Shortest and longest PIN. */
export const pinLength = { least: 4, most: 12 } as const;

/** Where the digits begin that keyboards type: European, Arabic, Persian, full width. */
const zeros = ['0', '٠', '۰', '０'].map((zero) => zero.charCodeAt(0));

/** The digits of a text as European ones: one PIN on every keyboard. */
function digitsOf(text: string): string {
  return [...text]
    .map((sign) => zeros.map((zero) => sign.charCodeAt(0) - zero).find((value) => value >= 0 && value <= 9) ?? '')
    .join('');
}

/** A line for a PIN: digits only, not shown. */
export function PinField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const { label, hint, value, onChange, ref } = props;
  return (
    <div className="text-field">
      <label className="text-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        {...(ref === undefined ? {} : { ref })}
        className="text-field__input"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={pinLength.most}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        value={value}
        onChange={(event) => onChange(digitsOf(event.target.value))}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
