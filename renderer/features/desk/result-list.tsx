import type { TFunction } from 'i18next';
import { Fragment, type MouseEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hit, PersonRole } from '../../../contract/desk/directory.ts';
import { rowsInSight } from '../../state/rows-in-sight.ts';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { LeftToRight, Username } from '../../ui/left-to-right.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import type { Format } from '../../words/format.ts';
import { useFormat } from '../../words/use-format.ts';

/** Id of a row's element, for aria-activedescendant. */
export const rowId = (userId: string): string => `person-${userId}`;

/** What rows say besides what was found. Made once for all of them: a row asks nothing of React but to be drawn. */
interface RowWords {
  readonly slip: string;
  readonly chipOf: (primary: PersonRole) => { tone: ChipTone; words: string } | null;
}

function useRowWords(checkInRoleId: string | null): RowWords {
  const { t } = useTranslation();
  const { timeNear } = useFormat();
  return useMemo(
    () => ({ slip: t('search.slip'), chipOf: chipWords(t, timeNear, checkInRoleId) }),
    [t, timeNear, checkInRoleId],
  );
}

function chipWords(t: TFunction, timeNear: Format['timeNear'], checkInRoleId: string | null): RowWords['chipOf'] {
  return (primary) => {
    const checkIn = primary.roleId === checkInRoleId;
    const role = primary.roleName;
    switch (primary.state) {
      case 'refused':
        return { tone: 'refused', words: t('search.refused') };
      case 'waiting':
      case 'sending':
        if (!checkIn) return { tone: 'waiting', words: t('search.roleWaiting', { role }) };
        return { tone: 'waiting', words: primary.held ? t('search.inWaiting') : t('search.outWaiting') };
      case 'confirmed': {
        if (!primary.held) return null;
        const time = primary.at === null ? null : timeNear(primary.at, Date.now());
        if (!checkIn) return { tone: 'done', words: time === null ? role : `${role} ${time}` };
        return { tone: 'done', words: time === null ? t('search.in') : t('search.inAt', { time }) };
      }
    }
  };
}

function Detail({ detail: { kind, value } }: { readonly detail: Hit['details'][number] }) {
  const words = <MarkedText value={value} />;
  switch (kind) {
    case 'username':
      return <Username name={value.text}>{words}</Username>;
    case 'email':
    case 'phone':
    case 'id':
      return <LeftToRight>{words}</LeftToRight>;
    case 'legal-name':
    case 'city':
      return <bdi>{words}</bdi>;
  }
}

/** That it is spelt otherwise comes first: it must not be cut off, somebody might check in a stranger. */
function Details({ hit, slip }: { readonly hit: Hit; readonly slip: string }) {
  return (
    <div className="result__details">
      {hit.slip && (
        <>
          <em className="result__slip">{slip}</em>
          {hit.details.length > 0 && ' · '}
        </>
      )}
      {hit.details.map((detail, index) => (
        <Fragment key={detail.kind}>
          {index > 0 && ' · '}
          <Detail detail={detail} />
        </Fragment>
      ))}
    </div>
  );
}

/**
 * One person found. Kept as it is while nothing about it changes. Few elements, and none of them a box in a box that is
 * measured before it is laid out: with every letter most rows get new words (docs/interface.md).
 */
const Row = memo(function Row(props: {
  readonly hit: Hit;
  readonly active: boolean;
  readonly open: boolean;
  readonly words: RowWords;
  /** The digit that opens it, with Alt. */
  readonly digit: number | undefined;
  readonly onOpen: (userId: string) => void;
}) {
  const { hit, active, open, words, digit, onOpen } = props;
  const primary = hit.primary === null ? null : words.chipOf(hit.primary);
  const pressedOn = useRef<string | null>(null);
  const click = (event: MouseEvent): void => {
    // The list may have moved on while the button was down: then the row is somebody else's, and nobody chose them.
    if (event.detail === 0 || pressedOn.current === hit.userId) onOpen(hit.userId);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the desk's keys move and open (use-desk-keys.ts)
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and points here (aria-activedescendant)
    <div
      id={rowId(hit.userId)}
      role="option"
      aria-selected={active}
      data-digit={digit}
      className={`result${active ? ' result--active' : ''}${open ? ' result--open' : ''}`}
      onPointerDown={() => {
        pressedOn.current = hit.userId;
      }}
      onClick={click}
    >
      <div className="result__top">
        <bdi className="result__name">
          <MarkedText value={hit.displayName} />
        </bdi>
        {primary === null ? (
          hit.roleNames[0] !== undefined && <Chip>{hit.roleNames[0]}</Chip>
        ) : (
          <Chip tone={primary.tone}>{primary.words}</Chip>
        )}
      </div>
      <Details hit={hit} slip={words.slip} />
    </div>
  );
});

/** Whether Alt is held down. */
function useAltHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const look = (event: KeyboardEvent): void => setHeld(event.altKey && !event.ctrlKey);
    const release = (): void => setHeld(false);
    document.addEventListener('keydown', look);
    document.addEventListener('keyup', look);
    window.addEventListener('blur', release);
    return () => {
      document.removeEventListener('keydown', look);
      document.removeEventListener('keyup', look);
      window.removeEventListener('blur', release);
    };
  }, []);
  return held;
}

/** Rows with a digit of their own. */
const rowsWithDigit = 9;

const noHits: readonly Hit[] = [];

function samePeopleIn(one: readonly Hit[], other: readonly Hit[]): boolean {
  return one.length === other.length && one.every((hit, index) => hit.userId === other[index]?.userId);
}

/**
 * The people found. Rows of 64 px open a person and do nothing else (R17); nothing is listed before something is typed
 * (R18). The focus stays in the search box: `aria-activedescendant` tells the row.
 */
export function ResultList(props: {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly activeUserId: string | null;
  readonly openUserId: string | null;
  /** The role whose words are about arriving. */
  readonly checkInRoleId: string | null;
  readonly onOpen: (userId: string) => void;
}) {
  const { id, hits, activeUserId, openUserId, checkInRoleId, onOpen } = props;
  const { t } = useTranslation();
  const words = useRowWords(checkInRoleId);
  const list = useRef<HTMLDivElement>(null);
  const digitsShown = useAltHeld();
  const scrolled = useRef(false);
  // What is in sight at once, the others when nothing more urgent is to be done.
  const atOnce = rowsInSight(window.innerHeight);
  const later = useDeferredValue(hits.length > atOnce ? hits : noHits);
  const activeIndex = hits.findIndex((hit) => hit.userId === activeUserId);
  // The same people with other roles: they are on the screen already.
  const samePeople = hits.length <= atOnce || later === hits || samePeopleIn(later, hits);
  const shown = samePeople || activeIndex >= atOnce ? hits : hits.slice(0, atOnce);

  const atTop = activeIndex === 0;
  useEffect(() => {
    if (activeUserId === null) return;
    // Asking where a row is makes the browser lay out all of them, and after a letter the first row is nearly always meant.
    if (!atTop) document.getElementById(rowId(activeUserId))?.scrollIntoView({ block: 'nearest' });
    else if (scrolled.current) list.current?.scrollTo({ top: 0 });
  }, [activeUserId, atTop]);

  return (
    <div
      ref={list}
      id={id}
      className={digitsShown ? 'results results--digits' : 'results'}
      role="listbox"
      aria-label={t('search.list')}
      tabIndex={0}
      onScroll={(event) => {
        scrolled.current = event.currentTarget.scrollTop > 0;
      }}
      {...(activeUserId === null ? {} : { 'aria-activedescendant': rowId(activeUserId) })}
    >
      {shown.map((hit, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is used again for whom the next letter finds there
          key={index}
          hit={hit}
          active={hit.userId === activeUserId}
          open={hit.userId === openUserId}
          words={words}
          digit={index < rowsWithDigit ? index + 1 : undefined}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}
