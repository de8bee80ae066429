import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';

/** Handlers that ask, at each call, who is to answer now: the desk's parts change with the connection. */
export function delegate<Names extends RequestName>(
  names: readonly Names[],
  current: () => RequestHandlers<Names>,
): RequestHandlers<Names> {
  const entries = names.map((name) => {
    const forward = (input: never): unknown => (current()[name] as (input: never) => unknown)(input);
    return [name, forward];
  });
  return Object.fromEntries(entries) as RequestHandlers<Names>;
}
