import { type ReactNode, useEffect, useRef, useState } from 'react';
import './virtual-list.css';

/** Rows put into the page above and below what is in sight. */
const around = 8;

/**
 * A list of any length: only what is in sight is in the page. All rows are of one height, in rem, so that it grows with
 * the text. Screen readers hear how many there are from each row.
 */
export function VirtualList(props: {
  readonly label: string;
  readonly total: number;
  /** Height of a row; rem. */
  readonly rowRem: number;
  readonly row: (index: number) => ReactNode;
  /** Told which rows are in sight, whenever that changes. */
  readonly onShow: (first: number, last: number) => void;
}) {
  const { label, total, rowRem, row, onShow } = props;
  const box = useRef<HTMLElement>(null);
  const [sight, setSight] = useState({ first: 0, last: 20 });
  const rowPixels = rowRem * 16;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => {
      const pixels = (element.querySelector('li')?.getBoundingClientRect().height ?? 0) || rowPixels;
      const first = Math.max(0, Math.floor(element.scrollTop / pixels) - around);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / pixels) + around;
      setSight((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [rowPixels]);

  const last = Math.min(sight.last, total - 1);
  const first = Math.min(sight.first, Math.max(0, last));
  useEffect(() => {
    if (total > 0) onShow(first, Math.max(first, last));
  }, [first, last, total, onShow]);

  const indexes = total === 0 ? [] : Array.from({ length: last - first + 1 }, (_none, place) => first + place);
  return (
    // Scrolled by keyboard too, so it can have the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable (WCAG 2.1.1)
    <section ref={box} className="virtual-list" aria-label={label} tabIndex={0}>
      <ul className="virtual-list__rows" style={{ height: `${total * rowRem}rem` }}>
        {indexes.map((index) => (
          <li
            key={index}
            className="virtual-list__row"
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ height: `${rowRem}rem`, transform: `translateY(${index * rowRem}rem)` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
