import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp, useKnown } from '../../state/use-app.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { isolated } from '../../words/words.ts';

/**
 * What screen readers are told. Both regions are there from the start and only their text changes: one that arrives
 * together with its text is not spoken (C59).
 */
export function LiveRegions() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const search = useStore(app.search.store);
  const open = useStore(app.person.store);
  const choose = useStore(app.desk.store, (desk) => desk.choose);
  const failure = useStore(app.acts.store, (acts) => acts.failure);
  const lastAct = useKnown(app.roleChanges)?.lastAct ?? null;

  const polite = (): string => {
    if (open.kind === 'open') {
      const opened = t('spoken.opened', { name: isolated(open.view.displayName) });
      return lastAct === null ? opened : `${opened}. ${outcome()}`;
    }
    if (search.text === '') return lastAct === null ? t('spoken.ready') : `${outcome()} ${t('spoken.ready')}`;
    if (search.answer === null || search.answer.text !== search.text) return '';
    const { total } = search.answer.result;
    return total === 0 ? t('spoken.noResults') : t('spoken.results', { count: total });
  };

  const outcome = (): string => {
    if (lastAct === null) return '';
    const state = {
      confirmed: t('lastAct.confirmed'),
      waiting: t('lastAct.waiting'),
      sending: t('lastAct.sending'),
      refused: t('lastAct.refused'),
    }[lastAct.state];
    return `${lastAct.subject}: ${state}.`;
  };

  const assertive = (): string => {
    if (failure !== null)
      return `${words(failure.code).happened} ${words(failure.code).safe} ${words(failure.code).next}`;
    if (choose !== null) return choose === 'several-fit' ? t('search.scanSeveral') : t('search.scanNear');
    if (open.kind === 'failed') return words(open.error.code).happened;
    if (open.kind === 'open') {
      const refused = [open.view.primary, ...open.view.roles].find((role) => role?.state === 'refused');
      if (refused != null) {
        return `${t('person.refusedRole', { role: isolated(refused.roleName) })}: ${words(refused.refusal?.code ?? 'bug').short}`;
      }
    }
    return '';
  };

  return (
    <>
      <div className="only-spoken" aria-live="polite" aria-atomic="true">
        {polite()}
      </div>
      <div className="only-spoken" aria-live="assertive" aria-atomic="true">
        {assertive()}
      </div>
    </>
  );
}
