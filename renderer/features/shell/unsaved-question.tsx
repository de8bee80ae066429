import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp } from '../../state/use-app.ts';
import { Question } from '../../ui/question.tsx';

/** Asked before what was changed in a form goes unsaved. */
export function UnsavedQuestion() {
  const { t } = useTranslation();
  const { screen } = useApp();
  const { leaving } = useStore(screen);
  if (leaving === null) return null;
  const stay = (): void => screen.setState({ leaving: null });
  return (
    <Question
      title={t('unsaved.title')}
      keep={t('unsaved.keep')}
      onKeep={stay}
      doIt={t('unsaved.discard')}
      onDoIt={() => {
        stay();
        leaving();
      }}
      look="danger"
    >
      <p>{t('unsaved.explained')}</p>
    </Question>
  );
}
