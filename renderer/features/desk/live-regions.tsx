import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { nameBeside } from '../../state/acts.ts';
import { isGone } from '../../state/person.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import { isInSight, sentenceOf } from './last-act-bar.tsx';

/** What there may be to tell of. */
function useHappenings() {
  const app = useApp();
  return {
    search: useStore(app.search.store),
    open: useStore(app.person.store),
    choose: useStore(app.desk.store, (desk) => desk.choose),
    failure: useStore(app.acts.store, (acts) => acts.failure),
    failedFor: useStore(app.acts.store, (acts) => acts.failedFor),
    offline: useKnown(app.connections)?.reachability.kind === 'offline',
    lastAct: useKnown(app.roleChanges)?.lastAct ?? null,
  };
}

/**
 * What screen readers are told. Both regions are there from the start and only their text changes: one that arrives
 * together with its text is not spoken (C59). A letter and its list are drawn before it is worked out; all of it together,
 * so that nothing is said of one moment's list and another's person.
 */
export function LiveRegions() {
  const happenings = useDeferredValue(useHappenings());
  return <Regions {...happenings} />;
}

const Regions = memo(function Regions(props: ReturnType<typeof useHappenings>) {
  const { search, open, choose, failure, failedFor, offline, lastAct } = props;
  const { t } = useTranslation();
  const words = useErrorWords();
  const { sentences, timeOfDayWithSeconds } = useFormat();
  const names = useBuiltInNames();

  const polite = (): string => {
    if (open.kind === 'open') {
      const name = isolated(open.view.displayName);
      // What was done to somebody else would be heard as being about who is open now.
      const said = lastAct?.userId === open.userId ? outcome() : '';
      return said === '' ? t('spoken.opened', { name }) : t('spoken.openedAfter', { name, outcome: said });
    }
    if (search.text === '') return sentences([outcome(), t('spoken.ready')]);
    if (search.answer === null || search.answer.text !== search.text) return '';
    const { total } = search.answer.result;
    return total === 0 ? t('spoken.noResults') : t('spoken.results', { count: total });
  };

  const outcome = (): string => {
    if (!isInSight(lastAct, Date.now())) return '';
    // A try that is under way does not get through either.
    const onItsWay = offline ? t('offline.spokenKept') : null;
    const state = {
      confirmed: t('lastAct.confirmed'),
      waiting: onItsWay ?? t('lastAct.waiting'),
      sending: onItsWay ?? t('lastAct.sending'),
      refused: t('lastAct.refused'),
    }[lastAct.state];
    // The words of the bar: whose it was, and whether something was given, taken or taken back.
    const sentence = t(sentenceOf(lastAct), {
      subject: isolated(names.ofAct(lastAct)),
      name: isolated(lastAct.displayName ?? t('lastAct.somebody')),
      time: timeOfDayWithSeconds(lastAct.time),
      state,
    });
    return t('spoken.outcome', { words: sentence.replaceAll(/<\/?name>/gu, '') });
  };

  const assertive = (): string => {
    if (failure !== null) {
      const { happened, safe, next } = words(failure.code);
      const who = nameBeside(failedFor, open.kind === 'none' ? null : open.userId);
      return sentences([who === null ? happened : `${isolated(who)} · ${happened}`, safe, next]);
    }
    if (search.problem !== null)
      return sentences([words(search.problem.code).happened, words(search.problem.code).next]);
    if (choose !== null) return choose === 'several-fit' ? t('search.scanSeveral') : t('search.scanNear');
    if (open.kind === 'failed') return words(open.error.code).happened;
    if (open.kind === 'open') {
      if (isGone(open.view)) return sentences([t('person.gone'), t('person.goneMeans')]);
      const refused = [open.view.primary, ...open.view.refusedBeside, ...open.view.roles].find(
        (role) => role?.state === 'refused',
      );
      if (refused != null) {
        return t('spoken.refused', {
          role: isolated(refused.roleName),
          why: words(refused.refusal?.code ?? 'bug').short,
        });
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
});
