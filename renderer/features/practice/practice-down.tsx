import { ServerOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import './practice.css';

/** The practice service went down too often to be started again by itself: said on every screen, with the way back. */
export function PracticeDown() {
  const { t } = useTranslation();
  const { practice, program } = useApp();
  const [problem, setProblem] = useState<DeskError | null>(null);
  const down = useKnown(practice)?.service === 'down';
  const start = async (): Promise<void> => {
    const result = await program.ask('practice:start-service', {});
    setProblem(result.ok ? null : result.error);
  };
  return (
    // Spoken at once, without a second alert beside a page's own.
    <div aria-live="assertive" className="practice-down">
      {down && (
        <Banner
          tone="refused"
          icon={ServerOff}
          title={t('practice.down')}
          acts={<Button onPress={() => void start()}>{t('practice.startService')}</Button>}
        >
          {t('practice.downExplained')}
        </Banner>
      )}
      {down && problem !== null && <ProblemBanner error={problem} />}
    </div>
  );
}
