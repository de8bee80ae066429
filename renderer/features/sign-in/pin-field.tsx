import { type Ref, useId } from 'react';
import { europeanDigits } from '../../words/digits.ts';
import '../../ui/text-field.css';

/** Shortest and longest PIN. */
export const pinLength = { least: 4, most: 12 } as const;

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
        onChange={(event) => onChange(europeanDigits(event.target.value).replaceAll(/[^0-9]/g, ''))}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
