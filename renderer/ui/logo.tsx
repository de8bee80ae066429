import { CheckCheck } from 'lucide-react';
import './logo.css';

/** The mark and, beside it, the name. */
export function Logo({ name, size = 'small' }: { readonly name: string; readonly size?: 'small' | 'large' }) {
  return (
    <span className={`logo logo--${size}`}>
      <span className="logo__mark">
        <CheckCheck className="icon" size={size === 'small' ? 18 : 22} aria-hidden="true" />
      </span>
      <span className="logo__name">{name}</span>
    </span>
  );
}
