import { CornerDownLeft } from 'lucide-react';
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

/** The Enter key. Drawn, as few fonts have its sign: looking for one that does stopped the page for 30 ms at the first letter. */
export function EnterKey() {
  return (
    <Kbd>
      <CornerDownLeft className="icon" size={14} aria-hidden="true" />
    </Kbd>
  );
}
