// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LeftToRight, Username } from '../../../../renderer/ui/left-to-right.tsx';
import { leftToRight } from '../../../../renderer/words/words.ts';

afterEach(cleanup);

describe('what reads from left to right in every language', () => {
  it.each(['nordlys', '@nordlys', 'محمد_92'])('a username has its sign before it: %s', (name) => {
    const { container } = render(<Username name={name} />);
    const shown = container.querySelector('bdi');
    expect(shown?.dir).toBe('ltr');
    expect(shown?.textContent).toBe(`@${name.replace(/^@/, '')}`);
  });

  it('marks stay in it', () => {
    const { container } = render(
      <Username name="nordlys">
        <mark>nord</mark>lys
      </Username>,
    );
    expect(container.textContent).toBe('@nordlys');
    expect(container.querySelector('mark')?.textContent).toBe('nord');
  });

  it('is left alone by translators', () => {
    const { container } = render(<LeftToRight>+20 100 555</LeftToRight>);
    expect(container.querySelector('bdi')?.getAttribute('translate')).toBe('no');
  });

  it('stands apart inside a sentence (UAX 9: U+2066 … U+2069)', () => {
    expect(leftToRight('a@b.example')).toBe('\u2066a@b.example\u2069');
  });
});
