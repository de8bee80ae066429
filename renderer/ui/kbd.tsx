import type { ReactNode } from 'react';
import './kbd.css';

/** A key as it is printed on the keyboard. A hint for eyes: what it does is said by the button it stands in. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <span className="kbd" aria-hidden="true">
      {children}
    </span>
  );
}
