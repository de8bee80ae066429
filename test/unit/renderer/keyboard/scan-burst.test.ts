import { expect, it } from 'vitest';
import {
  type Burst,
  endsScan,
  isLineFeed,
  noBurst,
  withCharacter,
  withEnter,
} from '../../../../renderer/keyboard/scan-burst.ts';

const typed = (count: number, pause: number): { burst: Burst; at: number } => {
  let burst = noBurst;
  let at = 1000;
  for (let character = 0; character < count; character += 1) {
    burst = withCharacter(burst, at);
    at += pause;
  }
  return { burst, at };
};

it('tells a scan from typing by pace and length', () => {
  const scan = typed(8, 12);
  expect(endsScan(scan.burst, scan.at)).toBe(true);
  const hand = typed(8, 90);
  expect(endsScan(hand.burst, hand.at)).toBe(false);
  const short = typed(4, 12);
  expect(endsScan(short.burst, short.at)).toBe(false);
});

it('does not take Enter pressed by hand after a scan for its end', () => {
  const { burst, at } = typed(8, 12);
  expect(endsScan(burst, at + 500)).toBe(false);
});

it('takes the second Enter of a line end for part of the scan, and a later one for a person', () => {
  const { burst, at } = typed(8, 12);
  const after = withEnter(burst, at);
  expect(isLineFeed(after, at + 15)).toBe(true);
  expect(isLineFeed(after, at + 200)).toBe(false);
});

it('takes no second Enter for a line end after typing by hand', () => {
  const { burst, at } = typed(8, 90);
  expect(isLineFeed(withEnter(burst, at), at + 15)).toBe(false);
});
