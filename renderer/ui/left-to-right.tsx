import type { ReactNode } from 'react';

/**
 * An e-mail address, a number or the like: it reads from left to right in every language, apart from the text around it
 * (UAX 9), and is never translated. Inside a sentence: `leftToRight` in words/words.ts.
 */
export function LeftToRight(props: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <bdi dir="ltr" translate="no" className={props.className}>
      {props.children}
    </bdi>
  );
}

/** A username as people write it: the sign stands before it, in Arabic too. `name` may have the sign already. */
export function Username({ name, children = name }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <LeftToRight>
      {!name.startsWith('@') && '@'}
      {children}
    </LeftToRight>
  );
}
