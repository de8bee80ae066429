import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The question before something is done to many people at once; the safe answer has the focus. */
export function AskFirst(props: {
  readonly title: string;
  /** The button that does it. */
  readonly doIt: string;
  readonly onDoIt: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { title, doIt, onDoIt, onClose, children } = props;
  return (
    <Dialog
      question
      title={title}
      onClose={onClose}
      acts={
        <>
          <Button autoFocus onPress={onClose}>
            {t('lists.notYet')}
          </Button>
          <Button
            look="primary"
            onPress={() => {
              onClose();
              onDoIt();
            }}
          >
            {doIt}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
