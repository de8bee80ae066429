import { useId } from 'react';
import { useFormat } from '../../words/use-format.ts';
import { type Bar, type Chart, hasTime, peopleOf } from './chart.ts';

/** Part of the height that belongs to the bars; the times stand below, hundredths. */
const ground = 88;
/** Part of the width that belongs to the bars; the numbers of the lines stand beside, hundredths. */
const width = 95;

const percent = (value: number): string => `${value.toFixed(3)}%`;

/**
 * Bars of people by time, for eyes: whoever hears the page has the table. This desk is filled, other desks are hatched on
 * top, what is still running is paler, what is estimated is dashed. Places are hundredths, so that it fits any size, and
 * time goes to the right in every language.
 */
export function Bars({ chart }: { readonly chart: Chart }) {
  const format = useFormat();
  const id = useId();
  const { bars, top, lines, busiest } = chart;
  const slot = width / bars.length;
  const yOf = (people: number): number => ground - (people / top) * (ground - 6);

  const part = (bar: Bar, index: number, from: number, people: number, look: string) =>
    people > 0 && (
      <rect
        className={`bars__bar bars__bar--${look}${bar.running ? ' bars__bar--running' : ''}`}
        x={percent(index * slot + slot * 0.12)}
        width={percent(slot * 0.76)}
        y={percent(yOf(from + people))}
        height={percent(yOf(from) - yOf(from + people))}
        rx="3"
        {...(look === 'elsewhere' ? { fill: `url(#${id}-hatch)` } : {})}
      />
    );

  return (
    <svg className="bars" direction="ltr" aria-hidden="true" focusable="false">
      <Hatch id={`${id}-hatch`} />
      {lines.map((people) => (
        <g key={people}>
          <line className="bars__line" x1="0" x2={percent(width)} y1={percent(yOf(people))} y2={percent(yOf(people))} />
          <text className="bars__number" x={percent(width + 1)} y={percent(yOf(people))} dominantBaseline="central">
            {format.number(people)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.start}>
          {part(bar, index, 0, bar.here, 'here')}
          {part(bar, index, bar.here, bar.elsewhere, 'elsewhere')}
          {bar.estimated && peopleOf(bar) > 0 && (
            <rect
              className="bars__estimated"
              x={percent(index * slot + slot * 0.04)}
              width={percent(slot * 0.92)}
              y={percent(yOf(peopleOf(bar)) - 1)}
              height={percent(yOf(0) - yOf(peopleOf(bar)) + 1)}
              rx="4"
            />
          )}
          {bar === busiest && (
            <text
              className="bars__peak"
              x={percent(index * slot + slot / 2)}
              y={percent(yOf(peopleOf(bar)) - 1.5)}
              textAnchor="middle"
            >
              {format.number(peopleOf(bar))}
            </text>
          )}
          {hasTime(bar, chart) && (
            <text className="bars__number" x={percent(index * slot)} y={percent(ground + 8)}>
              {format.timeOfDay(bar.start)}
            </text>
          )}
        </g>
      ))}
      <line className="bars__ground" x1="0" x2={percent(width)} y1={percent(ground)} y2={percent(ground)} />
    </svg>
  );
}

/** What other desks' bars are filled with, so that not only their colour tells them apart. */
function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="bars__hatch-ground" width="7" height="7" />
        <rect className="bars__hatch-line" width="3" height="7" />
      </pattern>
    </defs>
  );
}

/** Share of a whole, as a bar beside its number. */
export function ShareBar({ share, look }: { readonly share: number; readonly look: 'here' | 'elsewhere' }) {
  const id = useId();
  return (
    <svg className="share-bar" direction="ltr" aria-hidden="true" focusable="false">
      <Hatch id={`${id}-hatch`} />
      <rect className="share-bar__whole" width="100%" height="100%" rx="5" />
      <rect
        className={`bars__bar--${look}`}
        width={percent(share * 100)}
        height="100%"
        rx="5"
        {...(look === 'elsewhere' ? { fill: `url(#${id}-hatch)` } : {})}
      />
    </svg>
  );
}
