import { FileUp, ListChecks } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';

/** A list is pasted or opened. Nothing is changed by that. */
export function OpenAList({ reading }: { readonly reading: boolean }) {
  const { t } = useTranslation();
  const { lists } = useApp();
  const id = useId();
  const { pasted } = useStore(lists.view);
  return (
    <section className="lists__open" aria-labelledby={`${id}-title`} aria-busy={reading}>
      <h2 id={`${id}-title`} className="lists__heading">
        {t('lists.openTitle')}
      </h2>
      <p className="lists__words">{t('lists.openExplained')}</p>
      <label className="text-field__label" htmlFor={`${id}-text`}>
        {t('lists.paste')}
      </label>
      <textarea
        id={`${id}-text`}
        className="lists__text"
        rows={7}
        spellCheck={false}
        autoComplete="off"
        maxLength={4_000_000}
        placeholder={t('lists.pasteExample')}
        value={pasted}
        onChange={(event) => lists.write(event.target.value)}
      />
      <div className="lists__acts">
        <Button look="primary" icon={ListChecks} onPress={() => void lists.paste()}>
          {reading ? t('lists.reading') : t('lists.read')}
        </Button>
        <span className="quiet">{t('lists.or')}</span>
        <Button icon={FileUp} onPress={() => void lists.chooseFile()}>
          {t('lists.openFile')}
        </Button>
        <span className="quiet">{t('lists.kinds')}</span>
      </div>
    </section>
  );
}
