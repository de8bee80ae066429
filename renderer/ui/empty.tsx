import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A place with nothing in it yet, and what comes there. */
export function Empty(props: { readonly icon: LucideIcon; readonly title: string; readonly children: ReactNode }) {
  const { icon: Icon, title, children } = props;
  return (
    <div className="empty">
      <span className="empty__mark">
        <Icon className="icon" size={38} aria-hidden="true" />
      </span>
      <h2 className="empty__title">{title}</h2>
      {children}
    </div>
  );
}
