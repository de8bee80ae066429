import type { ReactNode } from 'react';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';

/** Why something that was asked for was not done: what happened, what is safe, what to do. */
export function ProblemBanner({ error, acts }: { readonly error: DeskError; readonly acts?: ReactNode }) {
  const words = useErrorWords()(error.code);
  const { sentences } = useFormat();
  return (
    <Banner tone="refused" title={words.happened} acts={acts}>
      {sentences([words.safe, words.next])}
    </Banner>
  );
}
