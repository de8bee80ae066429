import { CircleHelp, Trash2, UserSearch } from 'lucide-react';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Candidate, ColumnKind, ListDraft, ListRow, RowStatus } from '../../../contract/desk/lists.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Question } from '../../ui/question.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';

/** What there are words for, in the order of the words. The lists of the contract would bring all its schemas into the page. */
const inOrder = <Name extends string>(words: Record<Name, string>): Name[] => Object.keys(words) as Name[];

const tones: Record<RowStatus, ChipTone> = {
  'will-change': 'waiting',
  already: 'done',
  ambiguous: 'refused',
  unknown: 'refused',
  doubled: 'plain',
  everywhere: 'plain',
};

function useStatusWords(): Record<RowStatus, string> {
  const { t } = useTranslation();
  return {
    'will-change': t('lists.status.willChange'),
    already: t('lists.status.already'),
    ambiguous: t('lists.status.ambiguous'),
    unknown: t('lists.status.unknown'),
    doubled: t('lists.status.doubled'),
    everywhere: t('lists.status.everywhere'),
  };
}

function Columns({ draft }: { readonly draft: ListDraft }) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const { lists } = useApp();
  const kindWords: Record<ColumnKind, string> = {
    any: t('lists.column.any'),
    id: t('lists.column.id'),
    email: t('lists.column.email'),
    username: t('lists.column.username'),
    name: t('lists.column.name'),
    'first-name': t('lists.column.firstName'),
    'last-name': t('lists.column.lastName'),
    ignored: t('lists.column.ignored'),
  };
  const kinds = draft.columns.map(({ kind }) => kind);
  return (
    <details className="lists__columns">
      <summary className="lists__summary">
        {t('lists.columnsSummary', {
          used: list(
            draft.columns
              .filter(({ kind }) => kind !== 'ignored')
              .map(({ kind, title }) => (title === '' ? kindWords[kind] : isolated(title))),
          ),
        })}
      </summary>
      <div className="lists__column-grid">
        <Choice
          label={t('lists.header')}
          value={draft.hasHeader ? 'header' : 'person'}
          options={[
            { value: 'header', words: t('lists.headerTitles') },
            { value: 'person', words: t('lists.headerPerson') },
          ]}
          onChange={(chosen) => void lists.setColumns(chosen === 'header', kinds)}
        />
        {draft.columns.map((column, index) => (
          // Columns have no name of their own; their place is what they are.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <div key={index} className="lists__column">
            <SelectField
              label={column.title === '' ? t('lists.columnNumber', { number: index + 1 }) : column.title}
              value={column.kind}
              options={inOrder(kindWords).map((kind) => ({ value: kind, words: kindWords[kind] }))}
              onChange={(kind) =>
                void lists.setColumns(
                  draft.hasHeader,
                  kinds.map((each, place) => (place === index ? kind : each)),
                )
              }
            />
            <p className="quiet lists__examples">
              <Apart parts={column.examples} />
            </p>
          </div>
        ))}
      </div>
    </details>
  );
}

/** Parts in a row, each in its own direction. */
function Apart({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their places, and two may be the same
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}

function Row({ row, onChoose }: { readonly row: ListRow | undefined; readonly onChoose: (row: ListRow) => void }) {
  const { t } = useTranslation();
  const statusWords = useStatusWords();
  const { number } = useFormat();
  if (row === undefined) return <div className="lists__row" aria-busy="true" />;
  const by =
    row.matchedBy === null
      ? null
      : {
          id: t('lists.by.id'),
          email: t('lists.by.email'),
          username: t('lists.by.username'),
          name: t('lists.by.name'),
          choice: t('lists.by.choice'),
        }[row.matchedBy];
  const canChoose = row.status === 'ambiguous' || row.status === 'unknown' || row.matchedBy === 'choice';
  return (
    <div className="lists__row">
      <span className="lists__number">{number(row.row)}</span>
      <span className="lists__person">
        <bdi className="lists__name">{row.displayName ?? row.text}</bdi>
        <span className="quiet lists__said">
          {row.displayName !== null && <bdi>{row.text}</bdi>}
          {by !== null && ` · ${by}`}
          {row.status === 'ambiguous' && (row.fits === 1 ? t('lists.otherName') : t('lists.fits', { count: row.fits }))}
          {row.sameAs !== null && ` · ${t('lists.sameAs', { row: number(row.sameAs) })}`}
        </span>
      </span>
      <Chip tone={tones[row.status]}>{statusWords[row.status]}</Chip>
      {canChoose ? (
        <Button icon={UserSearch} label={t('lists.chooseNamed', { row: row.row })} onPress={() => onChoose(row)}>
          {t('lists.choose')}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}

function ChooseDialog({ row, onClose }: { readonly row: ListRow; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { lists, program } = useApp();
  const [found, setFound] = useState<readonly Candidate[] | null>(null);
  useEffect(() => {
    let here = true;
    void program.ask('lists:candidates', { row: row.row }).then((result) => {
      if (here) setFound(result.ok ? result.value.candidates : []);
    });
    return () => {
      here = false;
    };
  }, [program, row.row]);
  const choose = (userId: string | null): void => {
    onClose();
    void lists.choose(row.row, userId);
  };
  return (
    <Dialog
      title={t('lists.chooseTitle')}
      wide
      onClose={onClose}
      acts={
        <>
          {row.matchedBy === 'choice' && <Button onPress={() => choose(null)}>{t('lists.chooseNobody')}</Button>}
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </>
      }
    >
      <p>{t('lists.chooseExplained', { row: number(row.row), text: isolated(row.text) })}</p>
      {found?.length === 0 && <p className="quiet">{t('lists.chooseNone')}</p>}
      <ul className="lists__candidates">
        {found?.map((candidate) => (
          <li key={candidate.userId}>
            <span className="lists__person">
              <bdi className="lists__name">{candidate.displayName}</bdi>
              <span className="quiet lists__said">
                <Apart parts={candidate.details} />
              </span>
            </span>
            <Button
              label={t('lists.thisOneNamed', { name: isolated(candidate.displayName), id: candidate.userId })}
              onPress={() => choose(candidate.userId)}
            >
              {candidate.chosen ? t('lists.chosen') : t('lists.thisOne')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What the list would change. Nothing is changed before "Apply". */
export function DryRun(props: {
  readonly draft: ListDraft;
  readonly roles: readonly { readonly roleId: string; readonly roleName: string }[];
}) {
  const { draft, roles } = props;
  const { t } = useTranslation();
  const { number, sentences, timeNear } = useFormat();
  const { lists } = useApp();
  const statusWords = useStatusWords();
  const { status } = useStore(lists.view);
  const { rows, total } = useStore(lists.rows.store);
  const [choosing, setChoosing] = useState<ListRow | null>(null);
  const [asking, setAsking] = useState(false);
  const { counts, wanted, roleId } = draft;
  const role = isolated(roles.find((each) => each.roleId === roleId)?.roleName ?? '');
  const show = useCallback((first: number, last: number) => lists.rows.show(first, last), [lists]);
  useEffect(() => lists.rows.show(0, 1), [lists]);
  const count = counts?.['will-change'] ?? 0;
  const left = counts === null ? 0 : counts.ambiguous + counts.unknown;
  const change = { count, role, formatted: number(count) };
  const apply = wanted === 'held' ? t('lists.give', change) : t('lists.take', change);

  return (
    // A list that was just read has the focus as a whole: its first button would throw it away.
    <section className="lists__dry" aria-label={t('lists.dryRun')} tabIndex={-1}>
      <div className="lists__source">
        <p className="lists__words">
          <strong>
            <bdi>{draft.fileName ?? t('lists.pasted')}</bdi>
          </strong>
          {counts !== null && ` · ${t('lists.rows', { count: counts.rows, formatted: number(counts.rows) })}`}
        </p>
        <Button icon={Trash2} onPress={() => void lists.discard()}>
          {t('lists.discard')}
        </Button>
      </div>
      <Columns draft={draft} />
      <div className="lists__change">
        <Choice
          label={t('lists.wanted')}
          value={wanted}
          options={[
            { value: 'held', words: t('lists.giveWord') },
            { value: 'absent', words: t('lists.takeWord') },
          ]}
          onChange={(chosen) => {
            if (roleId !== null) void lists.setChange(roleId, chosen);
          }}
        />
        <SelectField
          label={t('lists.role')}
          labelHidden
          value={roleId ?? ''}
          options={roles.map((each) => ({ value: each.roleId, words: each.roleName }))}
          onChange={(chosen) => void lists.setChange(chosen, wanted)}
        />
        <p className="quiet">
          {draft.roleKnownAt === null
            ? t('lists.roleNotKnown')
            : t('lists.roleKnown', { time: timeNear(draft.roleKnownAt, Date.now()) })}
        </p>
      </div>
      {counts === null ? (
        <p className="quiet" aria-live="polite">
          {t('lists.lookingUp')}
        </p>
      ) : (
        <>
          <ul className="lists__counts" aria-label={t('lists.filter')}>
            {[null, ...inOrder(statusWords)].map((each) =>
              each !== null && counts[each] === 0 && status !== each ? null : (
                <li key={each ?? 'all'}>
                  <button
                    type="button"
                    className="lists__count"
                    aria-pressed={status === each}
                    onClick={() => lists.showRows(each)}
                  >
                    <strong>{number(each === null ? counts.rows : counts[each])}</strong>
                    <span>{each === null ? t('lists.all') : statusWords[each]}</span>
                  </button>
                </li>
              ),
            )}
          </ul>
          <VirtualList
            label={t('lists.people')}
            total={total}
            rowRem={4}
            onShow={show}
            row={(index) => <Row row={rows.get(index)} onChoose={setChoosing} />}
          />
          <div className="lists__foot">
            <p className="lists__words" aria-live="polite">
              {left > 0 ? t('lists.leftOut', { count: left, formatted: number(left) }) : t('lists.nothingLeftOut')}
            </p>
            {count > 0 && (
              <Button look="primary" onPress={() => setAsking(true)}>
                {apply}
              </Button>
            )}
          </div>
          {count === 0 && <Banner icon={CircleHelp} title={t('lists.nothingToDo')} />}
        </>
      )}
      {choosing !== null && <ChooseDialog row={choosing} onClose={() => setChoosing(null)} />}
      {asking && (
        <Question
          title={wanted === 'held' ? t('lists.askGive', change) : t('lists.askTake', change)}
          keep={t('lists.notYet')}
          onKeep={() => setAsking(false)}
          doIt={t('lists.applyNow')}
          onDoIt={() => {
            setAsking(false);
            void lists.apply();
          }}
          look="primary"
        >
          <p>{t('lists.applyExplained')}</p>
          {left > 0 && (
            <p>{sentences([t('lists.leftOut', { count: left, formatted: number(left) }), t('lists.leftOutGone')])}</p>
          )}
        </Question>
      )}
    </section>
  );
}
