import { useId } from 'react';
import './text-field.css';
import './select-field.css';

/** One of many, as the system shows it: reachable by typing, in every zoom and script. */
export function SelectField<Value extends string>(props: {
  readonly label: string;
  /** The label is heard and not seen: what stands around it says it. */
  readonly labelHidden?: boolean;
  readonly value: Value;
  /** `lang`: the language of the words, where it is not the page's. */
  readonly options: readonly { readonly value: Value; readonly words: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  const { label, labelHidden, value, options, onChange } = props;
  return (
    <div className="select-field">
      <label className={labelHidden === true ? 'only-spoken' : 'text-field__label'} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select-field__select"
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.words}
          </option>
        ))}
      </select>
    </div>
  );
}
