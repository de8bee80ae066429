/** An address, an id or the like: compared letter by letter, so it is never translated, hyphenated or turned around. */
export function LeftAlone({ text }: { readonly text: string }) {
  return (
    <span className="code-words" translate="no" dir="ltr">
      {text}
    </span>
  );
}
