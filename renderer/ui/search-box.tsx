import { Search } from 'lucide-react';
import { memo, type Ref } from 'react';
import { textAfterKey } from '../keyboard/text-after-key.ts';
import { Kbd } from './kbd.tsx';
import './search-box.css';

/**
 * The search box. A plain input, since the desk's keys decide what Enter, Esc and the arrows do; the row they are on is
 * told to screen readers by aria-activedescendant while the focus stays here.
 */
export const SearchBox = memo(function SearchBox(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Told what the box will most likely hold in a moment, as a key goes down. */
  readonly onExpect: (value: string) => void;
  readonly clearLabel: string;
  readonly clearKey: string;
  readonly onClear: () => void;
  readonly listId: string | null;
  readonly activeId: string | null;
  readonly describedBy: string;
  readonly inputRef: Ref<HTMLInputElement>;
}) {
  const { label, value, onChange, onExpect, clearLabel, clearKey, onClear, listId, activeId, describedBy, inputRef } =
    props;
  return (
    <div className="search-box">
      <Search className="icon" size={24} aria-hidden="true" />
      <input
        ref={inputRef}
        className="search-box__input"
        type="search"
        dir="auto"
        aria-label={label}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        {...(listId === null ? {} : { 'aria-controls': listId })}
        {...(activeId === null ? {} : { 'aria-activedescendant': activeId })}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={500}
        value={value}
        onKeyDown={({ currentTarget, nativeEvent }) => {
          const text = nativeEvent.defaultPrevented ? null : textAfterKey(currentTarget, nativeEvent);
          if (text !== null) onExpect(text);
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button type="button" className="search-box__clear" aria-label={clearLabel} onClick={onClear}>
          <Kbd>{clearKey}</Kbd>
        </button>
      )}
    </div>
  );
});
