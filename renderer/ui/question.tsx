import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asked before something that is not easily taken back. The safe answer has the focus. */
export function Question(props: {
  readonly title: string;
  /** The safe answer. */
  readonly keep: string;
  readonly onKeep: () => void;
  /** The other one. */
  readonly doIt: string;
  readonly onDoIt: () => void;
  readonly look: 'primary' | 'danger';
  readonly children: ReactNode;
}) {
  const { title, keep, onKeep, doIt, onDoIt, look, children } = props;
  return (
    <Dialog
      question
      title={title}
      onClose={onKeep}
      acts={
        <>
          <Button autoFocus onPress={onKeep}>
            {keep}
          </Button>
          <Button look={look} onPress={onDoIt}>
            {doIt}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
