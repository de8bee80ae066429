import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { DeskError } from '../../../contract/desk/errors.ts';
import type { PinField } from './pin-field.tsx';

/** A question for a PIN: its field, what is wrong with the one that was given, and giving it. `ask` answers with what is wrong. */
export function usePin(ask: (pin: string) => Promise<DeskError | null>): {
  readonly field: Required<Pick<ComponentProps<typeof PinField>, 'ref' | 'value' | 'onChange'>>;
  readonly failure: DeskError | null;
  readonly fail: (failure: DeskError) => void;
  readonly give: () => Promise<void>;
} {
  const ref = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<DeskError | null>(null);
  const asking = useRef(false);
  useEffect(() => ref.current?.focus(), []);
  const give = async (): Promise<void> => {
    // Enter held down, or pressed twice, is one try: there are not many.
    if (asking.current) return;
    // Where no PIN is set there is no field, and nothing to fill in.
    if (pin === '' && ref.current !== null) {
      ref.current.focus();
      return;
    }
    asking.current = true;
    setPin('');
    // Said anew, or the second of the same kind is heard by nobody.
    setFailure(null);
    const problem = await ask(pin);
    asking.current = false;
    setFailure(problem);
    if (problem !== null) ref.current?.focus();
  };
  return { field: { ref, value: pin, onChange: setPin }, failure, fail: setFailure, give };
}
