import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

/** A question or a page over everything else. Esc and a click outside close it; the focus goes back to where it was. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly acts: ReactNode;
  readonly wide?: boolean;
  /** A question that must be answered: announced as such, and not closed by a stray click. */
  readonly question?: boolean;
}) {
  const { title, onClose, children, acts, wide, question } = props;
  return (
    <ModalOverlay
      isOpen
      isDismissable={question !== true}
      className="dialog-scrim"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={wide === true ? 'dialog dialog--wide' : 'dialog'}>
        <AriaDialog role={question === true ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2} className="dialog__title">
            {title}
          </Heading>
          <div className="dialog__words">{children}</div>
          <div className="dialog__acts">{acts}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
