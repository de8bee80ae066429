import { CloudDownload, ScanBarcode, SearchX, SpellCheck, Users } from 'lucide-react';
import { memo, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Hit } from '../../../contract/desk/directory.ts';
import { known } from '../../state/fed-store.ts';
import { mostRows } from '../../state/search.ts';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EnterKey, Kbd } from '../../ui/kbd.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { quoted } from '../../words/format.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';
import { isolated } from '../../words/words.ts';
import { ResultList, rowId } from './result-list.tsx';

const listId = 'people';
const hintId = 'search-hint';
const noHits: readonly Hit[] = [];
/** A badge number or a part of a phone number. */
const onlyDigits = /^[\d\s+()./-]+$/u;
/** A list older than this, in milliseconds, may lack somebody who registered at the door. */
const staleAfter = 10 * 60_000;

/** Whether keys come to this window at all: then a scan is heard, whatever in it has the focus. */
function useWindowHasFocus(): boolean {
  const [has, setHas] = useState(true);
  useEffect(() => {
    const look = (): void => setHas(document.hasFocus());
    const types = ['focus', 'blur'] as const;
    for (const type of types) window.addEventListener(type, look);
    look();
    return () => {
      for (const type of types) window.removeEventListener(type, look);
    };
  }, []);
  return has;
}

function NobodyFound({ text, searched }: { readonly text: string; readonly searched: number }) {
  const { t } = useTranslation();
  const span = useSpanWords();
  const { number, sentences } = useFormat();
  const now = useNow(10_000);
  const app = useApp();
  const directory = useKnown(app.directory);
  const loose = useStore(app.search.store, (search) => search.loose);
  const lookUp = useStore(app.lookUp);
  const age = directory?.upToDateAt === null || directory === null ? null : now - directory.upToDateAt;
  const shown = isolated(quoted(text));
  const asked = {
    asking: t('search.lookUpAsking', { text: shown }),
    unknown: t('search.lookUpUnknown', { text: shown }),
    unreachable: t('search.lookUpUnreachable', { text: shown }),
    found: '',
    'not-an-id': '',
  }[lookUp.text === text ? lookUp.outcome : 'not-an-id'];
  return (
    <div className="nobody">
      <SearchX className="icon" size={28} aria-hidden="true" />
      <h2 className="nobody__title">{t('search.none')}</h2>
      <p>
        {sentences([
          t('search.noneExplained', { text: shown, count: searched, formatted: number(searched) }),
          age === null
            ? ''
            : age > staleAfter
              ? t('search.noneStale', { age: span(age) })
              : t('search.noneAge', { age: span(age) }),
        ])}
      </p>
      {directory?.sweep != null && age === null && <p>{t('search.noneFetching')}</p>}
      <p role="status">{asked}</p>
      {loose ? (
        <p>{t('search.noneSimilarEither')}</p>
      ) : (
        <Button icon={SpellCheck} shortcut={<EnterKey />} onPress={() => app.desk.loosen()}>
          {t('search.noneSimilar')}
        </Button>
      )}
      <p>{onlyDigits.test(text) ? t('search.noneNextDigits') : t('search.noneNext')}</p>
    </div>
  );
}

/** Whoever is meant may be further off than those who are listed. */
const MoreSimilar = memo(function MoreSimilar() {
  const { t } = useTranslation();
  const { desk } = useApp();
  return (
    <div className="search-column__more">
      <Button icon={SpellCheck} onPress={() => desk.loosen()}>
        {t('search.moreSimilar')}
      </Button>
    </div>
  );
});

const Footer = memo(function Footer() {
  const { t } = useTranslation();
  const span = useSpanWords();
  const { number } = useFormat();
  const now = useNow(1000);
  const directory = useKnown(useApp().directory);
  const ready = useWindowHasFocus();
  const people = directory?.people ?? 0;
  const freshness = (): string => {
    if (directory === null) return t('search.searching');
    if (directory.sweep !== null && directory.upToDateAt === null) {
      return t('search.fetching', { fetched: number(directory.sweep.fetched) });
    }
    if (directory.upToDateAt === null) return t('search.notFetched');
    const age = span(now - directory.upToDateAt);
    const count = t('search.directory', { count: people, formatted: number(people) });
    return `${count} · ${directory.problem === null ? t('search.upToDate', { age }) : t('search.from', { age })}`;
  };
  const fetching = directory !== null && directory.sweep !== null;
  const Icon = fetching ? CloudDownload : Users;
  return (
    <div className="search-column__foot">
      <span className="search-column__fact">
        <Icon className="icon" size={16} aria-hidden="true" />
        {freshness()}
      </span>
      <span className="search-column__fact">
        <ScanBarcode className="icon" size={16} aria-hidden="true" />
        {ready ? t('search.scannerReady') : t('search.scannerAway')}
      </span>
    </div>
  );
});

/** Words that stay the same from letter to letter. */
function useLastingWords() {
  const { t } = useTranslation();
  return useMemo(
    () => ({ label: t('search.label'), clear: t('search.clear'), clearKey: t('keys.escape'), hint: t('search.hint') }),
    [t],
  );
}

const OpenKeys = memo(function OpenKeys() {
  const { t } = useTranslation();
  return (
    <span className="search-column__keys" aria-hidden="true">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd>
      <EnterKey />
      {t('search.open')}
    </span>
  );
});

/** Left half: the search box, what it found, how fresh the list is. Drawn anew only for what it shows itself. */
export const SearchColumn = memo(function SearchColumn({
  inputRef,
}: {
  readonly inputRef: RefObject<HTMLInputElement | null>;
}) {
  const { t } = useTranslation();
  const lasting = useLastingWords();
  const words = useErrorWords();
  const { number } = useFormat();
  const app = useApp();
  const { typed, text, answer, problem, activeUserId: meant, loose } = useStore(app.search.store);
  const choose = useStore(app.desk.store, (desk) => desk.choose);
  const openUserId = useStore(app.person.store, (open) => (open.kind === 'none' ? null : open.userId));
  // Its counts change with every act; this does not.
  const checkInRoleId = useStore(app.station.store, (station) => known(station)?.checkInRoleId ?? null);
  const session = useKnown(app.session);
  const mayRead = session?.kind !== 'signed-in' || session.mayRead;
  // It is not where asking failed.
  const current = answer !== null && answer.text === text;
  const hits = current ? answer.result.hits : noHits;
  // Somebody who is open need not be in the list.
  const activeUserId = hits.some(({ userId }) => userId === meant) ? meant : null;
  // The same function at every letter, so that rows which did not change are not drawn again.
  const openPerson = useCallback((userId: string) => app.desk.openPerson(userId), [app]);
  const change = useCallback((value: string) => app.desk.typed(value), [app]);
  const clear = useCallback(() => app.desk.nextPerson(), [app]);
  const nobody = current && text !== '' && hits.length === 0;
  const similarOnly = hits.length > 0 && (loose || hits.every(({ slip }) => slip));

  const count = (): string => {
    if (text === '') return hits.length === 0 ? lasting.hint : t('search.latest');
    if (!current) return lasting.hint;
    const { total } = answer.result;
    if (similarOnly) return t('search.similarOnly', { count: total, formatted: number(total) });
    if (total > mostRows) return t('search.firstOf', { shown: number(mostRows), total: number(total) });
    return t('search.people', { count: total, formatted: number(total) });
  };

  return (
    <search className="search-column">
      <div className="search-column__head">
        <SearchBox
          label={lasting.label}
          value={typed}
          onChange={change}
          onExpect={app.search.expect}
          clearLabel={lasting.clear}
          clearKey={lasting.clearKey}
          onClear={clear}
          listId={hits.length > 0 ? listId : null}
          activeId={activeUserId === null ? null : rowId(activeUserId)}
          describedBy={hintId}
          inputRef={inputRef}
        />
        <div className="search-column__hint">
          <p id={hintId}>{nobody ? t('search.none') : count()}</p>
          {hits.length > 0 && <OpenKeys />}
        </div>
      </div>
      <div className="search-column__body">
        {!mayRead && <Banner tone="refused" title={t('search.mayNotRead')} />}
        {problem !== null && (
          <Banner
            tone="refused"
            title={words(problem.code).happened}
            // Of a scan nothing is kept that could be asked for again.
            acts={text !== '' && <Button onPress={() => app.search.refresh()}>{t('common.tryAgain')}</Button>}
          >
            {words(problem.code).next}
          </Banner>
        )}
        {choose !== null && (
          <Banner
            tone="waiting"
            icon={ScanBarcode}
            title={choose === 'several-fit' ? t('search.scanSeveral') : t('search.scanNear')}
          />
        )}
        {hits.length > 0 && (
          <ResultList
            id={listId}
            hits={hits}
            activeUserId={activeUserId}
            openUserId={openUserId}
            checkInRoleId={checkInRoleId}
            onOpen={openPerson}
          />
        )}
        {similarOnly && !loose && <MoreSimilar />}
        {nobody && <NobodyFound text={text} searched={answer.result.searched} />}
      </div>
      <Footer />
    </search>
  );
});
