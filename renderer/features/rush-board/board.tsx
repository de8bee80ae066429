import { CircleAlert, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LastArrival, RushBoardState } from '../../../contract/desk/rush-board.ts';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';
import { isolated } from '../../words/words.ts';
import { Bars, ShareBar } from './bars.tsx';
import { type Bar, type Chart, chartOf, peopleOf, type Range, startOfDay } from './chart.ts';
import './rush-board.css';

const fiveMinutes = 5 * 60_000;

function Figure(props: {
  readonly label: string;
  readonly value: ReactNode;
  readonly more: ReactNode;
  readonly tone?: 'plain' | 'waiting' | 'refused';
}) {
  return (
    <div className={`figure figure--${props.tone ?? 'plain'}`}>
      <dt className="figure__label">{props.label}</dt>
      <dd className="figure__value">{props.value}</dd>
      <dd className="figure__more">{props.more}</dd>
    </div>
  );
}

function useLastArrivalWords(): (last: LastArrival) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (last) => {
    if (last.kind === 'about') {
      // To the five minutes: more would look as if anybody knew.
      return t('rushBoard.lastAbout', {
        time: format.timeOfDay(Math.ceil(last.at / fiveMinutes) * fiveMinutes),
      });
    }
    switch (last.because) {
      case 'nobody-expected':
        return t('rushBoard.listNotYet');
      case 'list-empty':
        return t('rushBoard.listEmpty');
      case 'everybody-in':
        return t('rushBoard.leftNone');
      case 'too-few':
        return t('rushBoard.lastTooFew');
      case 'too-short':
        return t('rushBoard.lastTooShort');
      case 'too-far':
        return t('rushBoard.lastTooFar');
      case 'not-seen':
        return t('rushBoard.lastNotSeen');
    }
  };
}

/** The five minutes of today in which most came, the running ones once they have more; null where nobody came. */
function busiestToday({ intervals, at }: RushBoardState): RushBoardState['intervals'][number] | null {
  const from = startOfDay(at);
  let busiest: RushBoardState['intervals'][number] | null = null;
  for (const interval of intervals) {
    if (interval.start < from || interval.start > at) continue;
    if (peopleOf(interval) > (busiest === null ? 0 : peopleOf(busiest))) busiest = interval;
  }
  return busiest;
}

/** The numbers, large. */
export function Figures({ state }: { readonly state: RushBoardState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const span = useSpanWords();
  const lastArrival = useLastArrivalWords();
  const { checkedIn, expected, changes, pace, roleName, at } = state;
  const all = checkedIn.confirmed + checkedIn.waiting;
  // Whole five minutes, as the bars: the figure and the chart beside it count the same people.
  const running = Math.floor(at / fiveMinutes) * fiveMinutes;
  const peopleFrom = (from: number): number => {
    const interval = state.intervals.find(({ start }) => start === from);
    return interval === undefined ? 0 : peopleOf(interval);
  };
  const busiest = busiestToday(state);
  const left = expected === null ? null : Math.max(0, expected.people - all);

  const ofHowMany = (): string => {
    if (expected === null) return t('rushBoard.listNotYet');
    // A hundred means everybody: the last ones are not rounded away.
    const most = all < expected.people ? 0.99 : 1;
    const values = {
      people: format.number(expected.people),
      share: format.percent(expected.people === 0 ? 0 : Math.min(most, all / expected.people)),
    };
    return expected.from === 'set' ? t('rushBoard.ofExpected', values) : t('rushBoard.ofDirectory', values);
  };
  const sinceThen = (): string => {
    const since = { people: format.number(peopleFrom(running)), time: format.timeOfDay(running) };
    // After midnight nobody has come today, and the figure still counts those of the day before.
    if (busiest === null)
      return peopleFrom(running - fiveMinutes) > 0 ? t('rushBoard.since', since) : t('rushBoard.noneYet');
    if (busiest.start === running) return t('rushBoard.sinceMost', since);
    const most = { people: format.number(peopleOf(busiest)), time: format.timeOfDay(busiest.start) };
    return `${t('rushBoard.since', since)} · ${t('rushBoard.busiest', most)}`;
  };
  const waitingTone = changes.refused > 0 ? 'refused' : changes.waiting > 0 || state.offline ? 'waiting' : 'plain';
  const waitingWords = (): ReactNode => {
    if (changes.refused > 0) {
      return (
        <>
          <CircleAlert className="icon" size={16} aria-hidden="true" />
          {t('rushBoard.refused', { count: changes.refused, formatted: format.number(changes.refused) })}
        </>
      );
    }
    if (state.offline) {
      return (
        <>
          <CloudOff className="icon" size={16} aria-hidden="true" />
          {t('rushBoard.offline')}
        </>
      );
    }
    if (changes.oldestAt === null) return t('rushBoard.waitingNone');
    return t('rushBoard.waitingOldest', { age: span(at - changes.oldestAt) });
  };

  return (
    <dl className="figures">
      <Figure
        label={roleName === null || state.checkIn ? t('rushBoard.checkedIn') : roleName}
        value={format.number(all)}
        more={ofHowMany()}
      />
      <Figure
        label={t('rushBoard.lastFive', {
          from: format.timeOfDay(running - fiveMinutes),
          to: format.timeOfDay(running),
        })}
        value={format.number(peopleFrom(running - fiveMinutes))}
        more={sinceThen()}
      />
      <Figure
        label={t('rushBoard.left')}
        value={left === null ? '–' : format.number(left)}
        more={lastArrival(state.lastArrival)}
      />
      <Figure
        label={t('rushBoard.pace')}
        value={pace === null ? '–' : span(pace.medianMs)}
        more={
          pace === null ? t('rushBoard.paceNone') : t('rushBoard.paceMedian', { people: format.number(pace.people) })
        }
      />
      <Figure
        label={t('rushBoard.waiting')}
        value={format.number(changes.waiting)}
        more={waitingWords()}
        tone={waitingTone}
      />
    </dl>
  );
}

function useChartTitle(): (chart: Chart) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ minutes }) =>
    minutes === 60 ? t('rushBoard.arrivalsPerHour') : t('rushBoard.arrivalsPer', { minutes: format.number(minutes) });
}

function Legend({ chart }: { readonly chart: Chart }) {
  const { t } = useTranslation();
  const { bars } = chart;
  const elsewhere = bars.some((bar) => bar.elsewhere > 0);
  const estimated = bars.some((bar) => bar.estimated && peopleOf(bar) > 0);
  return (
    <ul className="legend" aria-hidden="true">
      <li>
        <span className="legend__sign legend__sign--here" />
        {t('rushBoard.here')}
      </li>
      {elsewhere && (
        <li>
          <svg className="legend__sign" aria-hidden="true">
            <ShareFill />
          </svg>
          {t('rushBoard.elsewhere')}
        </li>
      )}
      <li>
        <span className="legend__sign legend__sign--running" />
        {t('rushBoard.running')}
      </li>
      {estimated && (
        <li>
          <span className="legend__sign legend__sign--estimated" />
          {t('rushBoard.estimated')}
        </li>
      )}
    </ul>
  );
}

/** A square of the hatching. */
function ShareFill() {
  return (
    <>
      <rect className="bars__hatch-ground" width="100%" height="100%" />
      <path className="legend__hatch" d="M-2 6 6 -2M2 14 14 2M8 18 18 8" />
    </>
  );
}

/** The same as the chart, to be read or heard. Newest first. */
function ArrivalsTable({ chart, hidden }: { readonly chart: Chart; readonly hidden: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = useChartTitle();
  const noteOf = (bar: Bar): string =>
    format.sentences([
      ...(bar.running ? [t('rushBoard.running')] : []),
      ...(bar.estimated ? [t('rushBoard.estimated')] : []),
    ]);
  const table = (
    <table className="arrivals">
      <caption className="only-spoken">{title(chart)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rushBoard.tableTime')}</th>
          <th scope="col">{t('rushBoard.here')}</th>
          <th scope="col">{t('rushBoard.elsewhere')}</th>
          <th scope="col">{t('rushBoard.tableAll')}</th>
          <th scope="col">{t('rushBoard.tableNote')}</th>
        </tr>
      </thead>
      <tbody>
        {[...chart.bars].reverse().map((bar) => (
          <tr key={bar.start}>
            <th scope="row">
              {t('rushBoard.timeToTime', { from: format.timeOfDay(bar.start), to: format.timeOfDay(bar.end) })}
            </th>
            <td>{format.number(bar.here)}</td>
            <td>{format.number(bar.elsewhere)}</td>
            <td>{format.number(peopleOf(bar))}</td>
            <td>{noteOf(bar)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  // A table can't be made a pixel wide itself.
  return hidden ? <div className="only-spoken">{table}</div> : table;
}

/** Arrivals over time, as bars or as a table. */
export function Arrivals(props: {
  readonly state: RushBoardState;
  readonly range: Range;
  readonly asTable: boolean;
  readonly children?: ReactNode;
}) {
  const title = useChartTitle();
  const chart = chartOf(props.state.intervals, props.range, props.state.at);
  return (
    <section className="board__arrivals" aria-labelledby="board-arrivals">
      <div className="board__head">
        <h2 id="board-arrivals" className="board__title">
          {title(chart)}
        </h2>
        {props.children}
      </div>
      {!props.asTable && (
        <>
          <Bars chart={chart} />
          <Legend chart={chart} />
        </>
      )}
      <ArrivalsTable chart={chart} hidden={!props.asTable} />
    </section>
  );
}

/** Where people came in the last half hour. */
export function Stations({ state }: { readonly state: RushBoardState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = useBuiltInNames();
  const most = state.stations.reduce((highest, { people }) => Math.max(highest, people), 0);
  return (
    <section className="board__stations" aria-labelledby="board-stations">
      <h2 id="board-stations" className="board__title">
        {t('rushBoard.byStation')}
      </h2>
      {most === 0 ? (
        <p className="quiet">{t('rushBoard.nobodyLately')}</p>
      ) : (
        <ul className="station-shares">
          {state.stations.map(({ name, people }) => (
            <li key={name ?? ''} className="station-share">
              <p className="station-share__name">
                <bdi>{name === null ? t('rushBoard.otherDesks') : names.ofStationNamed(name)}</bdi>
                <span>{format.number(people)}</span>
              </p>
              <ShareBar share={people / most} look={name === null ? 'elsewhere' : 'here'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where the numbers come from, and what they leave out. */
export function HowItCounts({ state }: { readonly state: RushBoardState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { missed, elsewhereSeenAt } = state;
  return (
    <>
      {missed !== null && (
        <p className="board__missed">
          {t('rushBoard.missed', {
            count: missed.people,
            formatted: format.number(missed.people),
            from: isolated(format.timeNear(missed.from, state.at)),
            to: isolated(format.timeNear(missed.to, state.at)),
          })}
        </p>
      )}
      <details className="board__how">
        <summary className="board__summary">{t('rushBoard.how')}</summary>
        <ul className="board__points">
          <li>{t('rushBoard.howHere')}</li>
          <li>
            {elsewhereSeenAt === null
              ? t('rushBoard.howElsewhereNever')
              : t('rushBoard.howElsewhere', { time: isolated(format.timeNear(elsewhereSeenAt, state.at)) })}
          </li>
          <li>{t('rushBoard.howEstimate')}</li>
          <li>{t('rushBoard.howPace')}</li>
        </ul>
      </details>
    </>
  );
}
