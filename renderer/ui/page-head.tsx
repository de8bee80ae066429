import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The head of a page beside the desk: the way back, what it is, and what else belongs to all of it. */
export function PageHead(props: {
  readonly back: string;
  readonly onBack: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="page__head">
      <Button icon={ArrowLeft} onPress={props.onBack}>
        {props.back}
      </Button>
      <h1 className="page__title">{props.title}</h1>
      {props.children}
    </div>
  );
}
