import { CircleAlert, CloudOff, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';

export type BannerTone = 'plain' | 'waiting' | 'refused';

const icons: Record<BannerTone, LucideIcon> = { plain: Info, waiting: CloudOff, refused: CircleAlert };

/** Something to know, with what to do about it. */
export function Banner(props: {
  readonly tone?: BannerTone;
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly acts?: ReactNode;
}) {
  const { tone = 'plain', title, children, acts } = props;
  const Icon = props.icon ?? icons[tone];
  return (
    <div className={`banner banner--${tone}`}>
      <Icon className="icon" size={20} aria-hidden="true" />
      <div className="banner__words">
        <p className="banner__title">{title}</p>
        {children !== undefined && <div className="banner__more">{children}</div>}
      </div>
      {acts !== undefined && acts !== false && <div className="banner__acts">{acts}</div>}
    </div>
  );
}
