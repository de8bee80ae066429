/** How the gallery shows a state: what stands behind `?` in its address. */

export interface Look {
  readonly theme: 'system' | 'light' | 'dark';
  /** `more`: as for people who asked their system for more contrast. */
  readonly contrast: 'usual' | 'more';
  readonly direction: 'language' | 'ltr' | 'rtl';
  /** A tag of a language there are words for. */
  readonly language: string;
}

export const usualLook: Look = { theme: 'system', contrast: 'usual', direction: 'language', language: 'en' };

const one = <Value extends string>(value: string | null, allowed: readonly Value[]): Value | undefined =>
  allowed.find((each) => each === value);

export function readLook(search: string): Look {
  const given = new URLSearchParams(search);
  return {
    theme: one(given.get('theme'), ['light', 'dark']) ?? usualLook.theme,
    contrast: one(given.get('contrast'), ['more']) ?? usualLook.contrast,
    direction: one(given.get('direction'), ['ltr', 'rtl']) ?? usualLook.direction,
    language: given.get('language') ?? usualLook.language,
  };
}

/** The address of a state, from the gallery's own. */
export function addressOf(state: string, look: Partial<Look> = {}): string {
  const chosen = Object.entries(look).filter(([name, value]) => value !== usualLook[name as keyof Look]);
  return `?${new URLSearchParams([['state', state], ...chosen])}`;
}

function* rulesIn(rules: CSSRuleList): Iterable<CSSRule> {
  for (const rule of rules) {
    yield rule;
    if (rule instanceof CSSGroupingRule) yield* rulesIn(rule.cssRules);
  }
}

/** Puts theme, direction and contrast on the page. A page can't ask for more contrast, so the rules for it hold always. */
export function applyLook(look: Look, languageDirection: 'ltr' | 'rtl'): void {
  const root = document.documentElement;
  if (look.theme !== 'system') root.dataset.theme = look.theme;
  root.lang = look.language;
  root.dir = look.direction === 'language' ? languageDirection : look.direction;
  if (look.contrast === 'usual') return;
  for (const sheet of document.styleSheets) {
    for (const rule of rulesIn(sheet.cssRules)) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-contrast: more')) {
        rule.media.mediaText = 'all';
      }
    }
  }
}
