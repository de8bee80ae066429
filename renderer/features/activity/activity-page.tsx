import { CheckCheck, Download, History, ListFilter, LockKeyhole, Undo2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActivityFilter, ActivityRow } from '../../../contract/desk/role-changes.ts';
import { nameBeside } from '../../state/acts.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LeftToRight } from '../../ui/left-to-right.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated, leftToRight } from '../../words/words.ts';
import { AskForPin } from './ask-for-pin.tsx';
import './activity.css';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { useMayAdminister } from '../stations/administrator.tsx';

const tones: Record<ActivityRow['state'], ChipTone> = {
  confirmed: 'done',
  waiting: 'waiting',
  sending: 'waiting',
  refused: 'refused',
  undone: 'plain',
};

function Row({ row, onUndo }: { readonly row: ActivityRow; readonly onUndo: (row: ActivityRow) => void }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { acts } = useApp();
  const names = useBuiltInNames();
  const { timeNear, sentences } = useFormat();
  const now = Date.now();
  // With the number, since two people may have one name.
  const name =
    row.displayName === null
      ? isolated(t('activity.notInList', { id: row.userId }))
      : `${isolated(row.displayName)} ${leftToRight(row.userId)}`;
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
    // A button goes with what it does, and leaves the focus to its row (ui/use-kept-focus.ts).
    <tr tabIndex={-1}>
      <td className="activity__time">{timeNear(row.time, now)}</td>
      <td>
        <bdi className="activity__person">{row.displayName ?? t('activity.notInList', { id: row.userId })}</bdi>
        {row.displayName !== null && (
          <>
            {' '}
            <span className="only-spoken">{t('copy.id')}</span>{' '}
            <LeftToRight className="activity__number">{row.userId}</LeftToRight>
          </>
        )}
        <span className="activity__sub">
          {t('activity.byAt', {
            operator: isolated(row.operator),
            station: isolated(names.ofStationNamed(row.station)),
          })}
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
            {sentences([words(row.refusal.code).happened, words(row.refusal.code).next])}
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
            icon={row.undoNeedsUnlock ? LockKeyhole : Undo2}
            onPress={() => onUndo(row)}
          >
            {row.undoNeedsUnlock ? t('activity.undoLater') : t('activity.undo')}
          </Button>
        )}
      </td>
    </tr>
  );
}

const hour = 60 * 60 * 1000;

/** Beginning of what is shown; milliseconds since the epoch. Pure. */
export function fromOf(when: string, now: number): number | undefined {
  if (when === 'hour') return now - hour;
  if (when === 'today') return new Date(now).setHours(0, 0, 0, 0);
  return when === 'week' ? now - 7 * 24 * hour : undefined;
}

type Facets = {
  readonly operators: readonly string[];
  readonly roles: readonly { readonly roleId: string; readonly roleName: string }[];
};

/** Narrows the list down: all that is chosen must fit. */
function Filter({ filter, facets }: { readonly filter: ActivityFilter; readonly facets: Facets }) {
  const { t } = useTranslation();
  const { activity } = useApp();
  const [when, setWhen] = useState('');
  const id = useId();
  /** Nothing chosen is left out, so that the filter holds only what was asked for. */
  const narrow = (change: { readonly [Name in keyof ActivityFilter]: ActivityFilter[Name] | '' }): void => {
    const next = Object.fromEntries(
      Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '' && value !== undefined),
    );
    void activity.narrow(next as ActivityFilter);
  };
  return (
    <details className="activity__filter" open={Object.keys(filter).length > 0}>
      <summary className="activity__summary">
        <ListFilter className="icon" size={18} aria-hidden="true" /> {t('activity.filterTitle')}
      </summary>
      <div className="activity__filters">
        <div className="text-field">
          <label className="text-field__label" htmlFor={`${id}-person`}>
            {t('activity.filterPerson')}
          </label>
          <input
            id={`${id}-person`}
            className="text-field__input"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={t('activity.filterPersonHint')}
            value={filter.person ?? ''}
            onChange={(event) => narrow({ person: event.target.value })}
          />
        </div>
        <SelectField
          label={t('activity.filterOperator')}
          value={filter.operator ?? ''}
          options={[
            { value: '', words: t('activity.anybody') },
            ...facets.operators.map((operator) => ({ value: operator, words: operator })),
          ]}
          onChange={(operator) => narrow({ operator })}
        />
        <SelectField
          label={t('activity.filterRole')}
          value={filter.roleId ?? ''}
          options={[
            { value: '', words: t('activity.anyRole') },
            ...facets.roles.map(({ roleId, roleName }) => ({ value: roleId, words: roleName })),
          ]}
          onChange={(roleId) => narrow({ roleId })}
        />
        <SelectField
          label={t('activity.filterState')}
          value={filter.state ?? ''}
          options={[
            { value: '', words: t('activity.anyState') },
            { value: 'waiting', words: t('activity.waiting') },
            { value: 'sending', words: t('activity.sending') },
            { value: 'confirmed', words: t('activity.confirmed') },
            { value: 'refused', words: t('activity.refused') },
            { value: 'undone', words: t('activity.undone') },
          ]}
          onChange={(state) => narrow({ state })}
        />
        <SelectField
          label={t('activity.filterTime')}
          value={filter.from === undefined ? '' : when}
          options={[
            { value: '', words: t('activity.anyTime') },
            { value: 'hour', words: t('activity.lastHour') },
            { value: 'today', words: t('activity.today') },
            { value: 'week', words: t('activity.lastWeek') },
          ]}
          onChange={(chosen) => {
            setWhen(chosen);
            narrow({ from: fromOf(chosen, Date.now()) });
          }}
        />
      </div>
    </details>
  );
}

/** What was done at this desk: what is open, and everything. */
export function ActivityPage() {
  const { t } = useTranslation();
  const app = useApp();
  const mayAdminister = useMayAdminister();
  const { which, filter, rows, more, problem } = useStore(app.activity.store);
  const { failure, failedFor } = useStore(app.acts.store);
  const [saved, setSaved] = useState(false);
  const [saving, setSaving] = useState(false);
  const [facets, setFacets] = useState<Facets>({ operators: [], roles: [] });
  const [unlocking, setUnlocking] = useState<string | null>(null);
  const narrowed = Object.keys(filter).length > 0;
  const shown = problem ?? failure;

  useEffect(() => {
    // Another page may have said what is to be shown.
    const { which: wanted, filter: chosen } = app.activity.store.getState();
    void app.activity.show(wanted, chosen);
    void app.program.ask('role-changes:facets', {}).then((result) => {
      if (result.ok) setFacets(result.value);
    });
    return () => app.activity.clear();
  }, [app]);

  const save = async (): Promise<void> => {
    if (saving) return;
    setSaving(true);
    setSaved(false);
    const result = await app.program.ask('role-changes:export', { filter });
    setSaving(false);
    if (result.ok) setSaved(result.value.saved);
    else app.acts.report(result.error);
  };

  return (
    <main className="page">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('activity.title')}
      >
        <Choice
          label={t('activity.which')}
          value={which}
          options={[
            { value: 'open', words: t('activity.open') },
            { value: 'all', words: t('activity.all') },
          ]}
          onChange={(chosen) => void app.activity.show(chosen, filter)}
        />
        {mayAdminister && (
          <Button icon={Download} onPress={() => void save()}>
            {saving ? t('activity.saving') : t('activity.export')}
          </Button>
        )}
      </PageHead>
      <p className="activity__note" aria-live="polite">
        {which === 'open' ? t('activity.openExplained') : t('activity.allExplained')} {saved && t('activity.saved')}
      </p>
      <Filter filter={filter} facets={facets} />
      {filter.batchId !== undefined && (
        <Banner
          title={t('activity.ofOneList')}
          acts={<Button onPress={() => void app.activity.show('all')}>{t('activity.showAll')}</Button>}
        />
      )}
      {unlocking !== null && (
        <AskForPin
          onClose={() => setUnlocking(null)}
          onUnlocked={() => {
            setUnlocking(null);
            void app.acts.undo(unlocking);
          }}
        />
      )}
      {shown !== null && <ProblemBanner error={shown} who={problem === null ? nameBeside(failedFor, null) : null} />}
      {rows === null && problem === null && <p className="quiet">{t('activity.loading')}</p>}
      {rows?.length === 0 && narrowed && (
        <Empty icon={ListFilter} title={t('activity.noneFits')}>
          <p className="empty__words">{t('activity.noneFitsExplained')}</p>
        </Empty>
      )}
      {rows?.length === 0 && !narrowed && (
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
              <Row
                key={row.wishId}
                row={row}
                onUndo={({ actId, undoNeedsUnlock }) => {
                  if (undoNeedsUnlock) setUnlocking(actId);
                  else void app.acts.undo(actId);
                }}
              />
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
