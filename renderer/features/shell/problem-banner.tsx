import type { ReactNode } from 'react';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';

/**
 * Why something that was asked for was not done: what happened, what is safe, what to do. `who`: whom it was for, where that
 * is not who is on the screen.
 */
export function ProblemBanner(props: {
  readonly error: DeskError;
  readonly acts?: ReactNode;
  readonly who?: string | null;
}) {
  const { error, acts, who = null } = props;
  const words = useErrorWords()(error.code);
  const { sentences } = useFormat();
  return (
    <Banner
      tone="refused"
      title={
        who === null ? (
          words.happened
        ) : (
          <>
            <bdi>{who}</bdi> · {words.happened}
          </>
        )
      }
      acts={acts}
    >
      {sentences([words.safe, words.next])}
    </Banner>
  );
}
