/** The scheme under which the browser's answer comes back (docs/sign-in.md). */
export const linkScheme = 'rolecall';

/** Longer links are not ours: a code and a state need a few hundred characters. */
export const longestLink = 8_192;

/**
 * Finds the link the system started us with. Every argument is looked at, since Chromium inserts and reorders switches,
 * and exactly one must be a link of ours: two would be somebody's trick (checklist B43, field report C14).
 */
export function findLaunchLink(args: readonly string[], scheme: string = linkScheme): string | null {
  const links = args.filter((argument) => isLink(argument, scheme));
  const [first] = links;
  return links.length === 1 && first !== undefined ? first : null;
}

function isLink(argument: string, scheme: string): boolean {
  if (
    argument.length > longestLink ||
    !argument
      .slice(0, scheme.length + 3)
      .toLowerCase()
      .startsWith(`${scheme}://`)
  ) {
    return false;
  }
  try {
    return new URL(argument).protocol === `${scheme}:`;
  } catch {
    return false;
  }
}

/** What the second instance hands to the first beside its arguments: a second path for the link (checklist B43). */
export interface SecondInstanceData {
  readonly link: string | null;
}

/** The link of a second instance, from what it sent along or else from its arguments. */
export function linkOfSecondInstance(args: readonly string[], additionalData: unknown): string | null {
  if (typeof additionalData === 'object' && additionalData !== null && 'link' in additionalData) {
    const { link } = additionalData;
    if (typeof link === 'string') return findLaunchLink([link]);
  }
  return findLaunchLink(args);
}
