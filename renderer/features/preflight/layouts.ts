/** Keyboard layouts, as far as scanners use them: which character each key types, with and without Shift. Facts only. */
import type { KeyboardLayout } from '../../../contract/desk/preflight.ts';

/** Keys of one row of the keyboard, as KeyboardEvent.code calls them (UI Events, "code" values). */
const rows = {
  digits: ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0'],
  besideDigits: ['Minus', 'Equal'],
  upper: ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT', 'KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP'],
  besideUpper: ['BracketLeft', 'BracketRight'],
  middle: ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL'],
  besideMiddle: ['Semicolon', 'Quote', 'Backslash'],
  lower: ['KeyZ', 'KeyX', 'KeyC', 'KeyV', 'KeyB', 'KeyN', 'KeyM', 'Comma', 'Period', 'Slash'],
  /** Not on every keyboard. */
  extra: ['IntlBackslash', 'IntlRo'],
} as const;

type Row = keyof typeof rows;

/** A key that waits for the next one, such as an accent: it types nothing by itself. */
export const dead = '◌';
/** There is no such key, or it types nothing a code has. */
const none = '·';

/** What each row types: plain, and with Shift. */
const characters: Record<KeyboardLayout, Record<Row, readonly [plain: string, shifted: string]>> = {
  us: {
    digits: ['1234567890', '!@#$%^&*()'],
    besideDigits: ['-=', '_+'],
    upper: ['qwertyuiop', 'QWERTYUIOP'],
    besideUpper: ['[]', '{}'],
    middle: ['asdfghjkl', 'ASDFGHJKL'],
    besideMiddle: [";'\\", ':"|'],
    lower: ['zxcvbnm,./', 'ZXCVBNM<>?'],
    extra: [`\\${none}`, `|${none}`],
  },
  uk: {
    digits: ['1234567890', '!"£$%^&*()'],
    besideDigits: ['-=', '_+'],
    upper: ['qwertyuiop', 'QWERTYUIOP'],
    besideUpper: ['[]', '{}'],
    middle: ['asdfghjkl', 'ASDFGHJKL'],
    besideMiddle: [";'#", ':@~'],
    lower: ['zxcvbnm,./', 'ZXCVBNM<>?'],
    extra: [`\\${none}`, `|${none}`],
  },
  de: {
    digits: ['1234567890', '!"§$%&/()='],
    besideDigits: [`ß${dead}`, `?${dead}`],
    upper: ['qwertzuiop', 'QWERTZUIOP'],
    besideUpper: ['ü+', 'Ü*'],
    middle: ['asdfghjkl', 'ASDFGHJKL'],
    besideMiddle: ['öä#', "ÖÄ'"],
    lower: ['yxcvbnm,.-', 'YXCVBNM;:_'],
    extra: [`<${none}`, `>${none}`],
  },
  fr: {
    digits: ['&é"\'(-è_çà', '1234567890'],
    besideDigits: [')=', '°+'],
    upper: ['azertyuiop', 'AZERTYUIOP'],
    besideUpper: [`${dead}$`, `${dead}£`],
    middle: ['qsdfghjkl', 'QSDFGHJKL'],
    besideMiddle: ['mù*', 'M%µ'],
    lower: ['wxcvbn,;:!', 'WXCVBN?./§'],
    extra: [`<${none}`, `>${none}`],
  },
  es: {
    digits: ['1234567890', '!"·$%&/()='],
    besideDigits: ["'¡", '?¿'],
    upper: ['qwertyuiop', 'QWERTYUIOP'],
    besideUpper: [`${dead}+`, `${dead}*`],
    middle: ['asdfghjkl', 'ASDFGHJKL'],
    besideMiddle: [`ñ${dead}ç`, `Ñ${dead}Ç`],
    lower: ['zxcvbnm,.-', 'ZXCVBNM;:_'],
    extra: [`<${none}`, `>${none}`],
  },
  jp: {
    digits: ['1234567890', `!"#$%&'()${none}`],
    besideDigits: ['-^', '=~'],
    upper: ['qwertyuiop', 'QWERTYUIOP'],
    besideUpper: ['@[', '`{'],
    middle: ['asdfghjkl', 'ASDFGHJKL'],
    besideMiddle: [';:]', '+*}'],
    lower: ['zxcvbnm,./', 'ZXCVBNM<>?'],
    extra: [`${none}\\`, `${none}_`],
  },
};

export interface PressedKey {
  readonly code: string;
  readonly shift: boolean;
}

interface Layout {
  /** The key a scanner presses for a character; undefined where it needs AltGr or is not there. */
  readonly keyOf: ReadonlyMap<string, PressedKey>;
  /** What a computer makes of a key, by `code` and `code+shift`. */
  readonly characterOf: ReadonlyMap<string, string>;
}

const nameOf = ({ code, shift }: PressedKey): string => (shift ? `${code}+shift` : code);

function build(layout: KeyboardLayout): Layout {
  const keyOf = new Map<string, PressedKey>();
  const characterOf = new Map<string, string>();
  for (const row of Object.keys(rows) as Row[]) {
    characters[layout][row].forEach((typed, level) => {
      [...typed].forEach((character, index) => {
        const code = rows[row][index];
        if (code === undefined || character === none) return;
        const key = { code, shift: level === 1 };
        characterOf.set(nameOf(key), character);
        if (character !== dead && !keyOf.has(character)) keyOf.set(character, key);
      });
    });
  }
  return { keyOf, characterOf };
}

export const layoutNames = Object.keys(characters) as readonly KeyboardLayout[];
const layouts = new Map(layoutNames.map((name) => [name, build(name)]));

/** The keys a scanner set to `layout` presses for a text; null for a character it has no plain key for. */
export function keysFor(text: string, layout: KeyboardLayout): readonly (PressedKey | null)[] {
  return [...text].map((character) => layouts.get(layout)?.keyOf.get(character) ?? null);
}

/** What a computer set to `layout` makes of a key: a character, {@link dead}, or nothing. */
export function characterFor(key: PressedKey | null, layout: KeyboardLayout): string {
  return key === null ? '' : (layouts.get(layout)?.characterOf.get(nameOf(key)) ?? '');
}
