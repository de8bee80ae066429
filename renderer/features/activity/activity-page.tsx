import { ArrowLeft, CheckCheck, Download, History, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActivityRow } from '../../../contract/desk/role-changes.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Empty } from '../../ui/empty.tsx';
import { timeNear } from '../../words/format.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { isolated } from '../../words/words.ts';
import './activity.css';

const tones: Record<ActivityRow['state'], ChipTone> = {
  confirmed: 'done',
  waiting: 'waiting',
  sending: 'waiting',
  refused: 'refused',
  undone: 'plain',
};

function Row({ row }: { readonly row: ActivityRow }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { acts } = useApp();
  const now = Date.now();
  const name = isolated(row.displayName ?? t('activity.notInList', { id: row.userId }));
  const role = isolated(row.roleName);
  const stateWords = {
    confirmed:
      row.confirmedAt === null
        ? t('activity.confirmed')
        : t('activity.confirmedAt', { time: timeNear(row.confirmedAt, now) }),
    waiting: t('activity.waiting'),
    sending: t('activity.sending'),
    refused: t('activity.refused'),
    undone: t('activity.undone'),
  };
  return (
    <tr>
      <td className="activity__time">{timeNear(row.time, now)}</td>
      <td>
        <bdi className="activity__person">{row.displayName ?? t('activity.notInList', { id: row.userId })}</bdi>
        <span className="activity__sub">
          {t('activity.byAt', { operator: isolated(row.operator), station: isolated(row.station) })}
        </span>
      </td>
      <td>
        {row.wanted === 'held' ? t('activity.given', { role }) : t('activity.taken', { role })}
        {row.roleScope === 'global' && <span className="activity__sub">{t('activity.everywhere')}</span>}
      </td>
      <td>
        <Chip tone={tones[row.state]}>{stateWords[row.state]}</Chip>
        {row.refusal !== null && (
          <span className="activity__why">
            {words(row.refusal.code).happened} {words(row.refusal.code).next}
          </span>
        )}
      </td>
      <td className="activity__acts">
        {row.state === 'refused' && (
          <Button
            label={t('activity.dismissNamed', { role, name })}
            icon={CheckCheck}
            onPress={() => void acts.dismiss(row.wishId)}
          >
            {t('activity.dismiss')}
          </Button>
        )}
        {row.undoable && row.state !== 'refused' && (
          <Button
            label={t('activity.undoNamed', { role, name })}
            icon={Undo2}
            onPress={() => void acts.undo(row.actId)}
          >
            {t('activity.undo')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What was done at this desk: what is open, and everything. */
export function ActivityPage() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const { which, rows, more, problem } = useStore(app.activity.store);
  const { failure } = useStore(app.acts.store);
  const [saved, setSaved] = useState(false);
  const shown = problem ?? failure;

  useEffect(() => {
    void app.activity.show('open');
    return () => app.activity.clear();
  }, [app]);

  const save = async (): Promise<void> => {
    const result = await app.program.ask('role-changes:export', {});
    if (result.ok) setSaved(result.value.saved);
    else app.acts.report(result.error);
  };

  return (
    <main className="page">
      <div className="page__head">
        <Button icon={ArrowLeft} onPress={() => app.screen.setState({ page: 'desk' })}>
          {t('common.back')}
        </Button>
        <h1 className="page__title">{t('activity.title')}</h1>
        <Choice
          label={t('activity.which')}
          value={which}
          options={[
            { value: 'open', words: t('activity.open') },
            { value: 'all', words: t('activity.all') },
          ]}
          onChange={(chosen) => void app.activity.show(chosen)}
        />
        <Button icon={Download} onPress={() => void save()}>
          {t('activity.export')}
        </Button>
      </div>
      <p className="activity__note" aria-live="polite">
        {which === 'open' ? t('activity.openExplained') : t('activity.allExplained')} {saved && t('activity.saved')}
      </p>
      {shown !== null && (
        <Banner tone="refused" title={words(shown.code).happened}>
          {words(shown.code).safe} {words(shown.code).next}
        </Banner>
      )}
      {rows === null && problem === null && <p className="quiet">{t('activity.loading')}</p>}
      {rows?.length === 0 && (
        <Empty
          icon={which === 'open' ? CheckCheck : History}
          title={which === 'open' ? t('activity.noneOpen') : t('activity.noneAll')}
        >
          <p className="empty__words">
            {which === 'open' ? t('activity.noneOpenExplained') : t('activity.noneAllExplained')}
          </p>
        </Empty>
      )}
      {rows !== null && rows.length > 0 && (
        <table className="activity__table">
          <thead>
            <tr>
              <th scope="col">{t('activity.time')}</th>
              <th scope="col">{t('activity.person')}</th>
              <th scope="col">{t('activity.change')}</th>
              <th scope="col">{t('activity.state')}</th>
              <th scope="col">
                <span className="only-spoken">{t('activity.act')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.wishId} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {more && (
        <div className="activity__more">
          <Button onPress={() => void app.activity.loadMore()}>{t('activity.more')}</Button>
        </div>
      )}
    </main>
  );
}
