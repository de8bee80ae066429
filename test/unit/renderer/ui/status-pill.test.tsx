import { Clock } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StatusPill } from '../../../../renderer/ui/status-pill.tsx';

const textOf = (ticking: string): string =>
  renderToStaticMarkup(<StatusPill tone="waiting" icon={Clock} words="Offline" ticking={[ticking]} />).replaceAll(
    /<[^>]*>/gu,
    '',
  );

it('a countdown takes the same room with one digit as with two', () => {
  expect(textOf('tries again in 9 s')).toHaveLength(textOf('tries again in 10 s').length);
  expect(textOf('tries again in 9 s')).toBe('Offline· tries again in 9 s\u2007');
});
