import { CloudDownload, ScanLine, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { countsCheckIns } from '../../state/primary.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../words/use-format.ts';

/** Between two people: nothing listed, nothing leaked. `nobody`: the search has found nobody. */
export function Ready({ found }: { readonly found: 'nothing-sought' | 'somebody' | 'nobody' }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const app = useApp();
  const station = useKnown(app.station);
  const done = station?.done ?? null;
  const primary = station?.primaryRecipe ?? null;
  const directory = useKnown(app.directory);
  const roleName = station === null || primary === null || countsCheckIns(station) ? null : primary.name;
  if (found !== 'somebody' && directory !== null && directory.people === 0 && directory.sweep !== null) {
    return (
      <div className="ready">
        <Empty icon={CloudDownload} title={t('ready.fetching')}>
          <p className="empty__words">{t('ready.fetchingExplained', { fetched: number(directory.sweep.fetched) })}</p>
        </Empty>
      </div>
    );
  }
  if (found === 'nobody') {
    return (
      <div className="ready">
        <Empty icon={SearchX} title={t('ready.nobody')}>
          <p className="empty__words">{t('ready.nobodySpelling')}</p>
          <p className="empty__words">{t('ready.nobodyBooked')}</p>
        </Empty>
      </div>
    );
  }
  const listed = found === 'somebody';
  return (
    <div className="ready">
      <Empty icon={ScanLine} title={listed ? t('ready.choose') : t('ready.title')}>
        <p className="empty__words">{listed ? t('ready.chooseExplained') : t('ready.explained')}</p>
        {!listed && done !== null && primary !== null && (
          <p className="empty__words">
            {roleName === null
              ? t('ready.checkedIn', { count: done.confirmed, formatted: number(done.confirmed) })
              : t('ready.done', { role: roleName, formatted: number(done.confirmed) })}
            {done.waiting > 0 && ` · ${t('ready.waiting', { count: done.waiting, formatted: number(done.waiting) })}`}
          </p>
        )}
      </Empty>
    </div>
  );
}
