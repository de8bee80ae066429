import { Radio, RadioGroup } from 'react-aria-components';
import './choice.css';

/** One of a few, all in sight. */
export function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly words: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <RadioGroup
      className="choice"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="choice__option">
          {option.words}
        </Radio>
      ))}
    </RadioGroup>
  );
}
