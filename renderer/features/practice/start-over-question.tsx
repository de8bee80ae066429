import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp } from '../../state/use-app.ts';
import { Question } from '../../ui/question.tsx';
import { ProblemBanner } from '../shell/problem-banner.tsx';

/** Asks once before everything of practice mode is deleted and made anew. */
export function StartOverQuestion({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { program } = useApp();
  const [problem, setProblem] = useState<DeskError | null>(null);
  const startOver = async (): Promise<void> => {
    const result = await program.ask('practice:start-over', {});
    // The answer comes when everything is new, and with it another screen.
    if (result.ok) onClose();
    else setProblem(result.error);
  };
  return (
    <Question
      title={t('practice.startOverTitle')}
      keep={t('practice.keep')}
      onKeep={onClose}
      doIt={t('practice.startOver')}
      onDoIt={() => void startOver()}
      look="danger"
    >
      <p>{t('practice.startOverExplained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
    </Question>
  );
}
