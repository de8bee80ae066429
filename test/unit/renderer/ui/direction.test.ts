import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const renderer = fileURLToPath(new URL('../../../../renderer', import.meta.url));
const filesOf = (ending: RegExp): readonly (readonly [string, string])[] =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => [name, readFileSync(join(renderer, name), 'utf8')] as const);

/** Icons by name that point along the line, and those that only look as if they did. */
const points =
  /^(?:Arrow(?:Left|Right)|Chevron(?:Left|Right)|ChevronsLeft|ChevronsRight|ExternalLink|List\w+|LogIn|LogOut|Redo\d?|Undo\d?|CornerDown\w+|Reply|Forward|Send|Indent\w*|Outdent\w*|PanelLeft|PanelRight)$/;
/** Keys stand as they are printed, on an Arabic keyboard too: the Enter key's sign is not turned around. */
const keys = join('ui', 'kbd.tsx');
const cssName = (icon: string): string => icon.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();

describe('a layout that Arabic turns around', () => {
  it('goes by start and end, not by left and right', () => {
    const physical = filesOf(/\.css$/).flatMap(([name, css]) =>
      [
        ...css.matchAll(
          /(?:^|[{;])\s*(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|float|clear)\s*:|text-align:\s*(?:left|right)\b/gm,
        ),
      ].map(([text]) => `${name}: ${text.trim()}`),
    );
    expect(physical).toEqual([]);
  });

  it('moves nothing sideways without saying so for the other direction', () => {
    const unsaid = filesOf(/\.css$/)
      .filter(([, css]) => /translateX\((?!0\))/.test(css) && !css.includes(':dir(rtl)'))
      .map(([name]) => name);
    expect(unsaid).toEqual([]);
  });

  it('turns the icons around that point along the line', () => {
    const base = filesOf(/base\.css$/)[0]?.[1] ?? '';
    const used = new Set(
      filesOf(/\.tsx$/)
        .filter(([name]) => name !== keys)
        .flatMap(([, source]) =>
          [...source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, names]) =>
            (names ?? '').split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
          ),
        ),
    );
    const pointing = [...used].filter((icon) => points.test(icon));
    expect(pointing.length).toBeGreaterThan(3);
    expect(
      pointing.filter(
        (icon) => !base.includes(`.lucide-${cssName(icon)},`) && !base.includes(`.lucide-${cssName(icon)} {`),
      ),
    ).toEqual([]);
  });
});
