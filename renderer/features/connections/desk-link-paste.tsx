import { ArrowRight, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProblemBanner } from '../shell/problem-banner.tsx';

/** Takes a desk link that is pasted or scanned. What it is, is asked about in a dialog of its own. */
export function DeskLinkPaste() {
  const { t } = useTranslation();
  const app = useApp();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<DeskError | null>(null);

  const offer = async (pasted: string): Promise<void> => {
    const result = await app.program.ask('connections:offer', { text: pasted });
    setProblem(result.ok ? null : result.error);
    if (result.ok) setText('');
  };
  const choose = async (): Promise<void> => {
    const result = await app.program.ask('connections:choose-file', {});
    setProblem(result.ok ? null : result.error);
  };

  return (
    <main className="page">
      <PageHead
        back={t('connections.backToList')}
        onBack={() => app.connectionPages.show({ kind: 'list' })}
        title={t('connections.pasteTitle')}
      />
      <p className="connections__note">{t('connections.pasteExplained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      <form
        className="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void offer(text);
        }}
      >
        <TextField
          label={t('connections.pasteLabel')}
          hint={t('connections.pasteHint')}
          value={text}
          onChange={setText}
          focusAtStart
        />
        <div className="form__acts">
          <Button submit look="primary" icon={ArrowRight}>
            {t('connections.pasteSubmit')}
          </Button>
          <Button icon={FilePlus2} onPress={() => app.leaveForms(() => void choose())}>
            {t('connections.pasteFile')}
          </Button>
        </div>
      </form>
    </main>
  );
}
