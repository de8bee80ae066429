/** How Intl.PluralRules calls the forms of a counted sentence; i18next ends a key with one of them. */
export type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** English has `key_one` and `key_other`; another language has `key_` and each of its own forms. */
type KeyIn<EnglishKey, Form extends PluralForm> = EnglishKey extends `${infer Key}_${PluralForm}`
  ? `${Key}_${Form}`
  : EnglishKey;

/**
 * The shape of English with the plural forms of another language in place of its own: a key too few, a key too many and a
 * missing plural form do not compile. test/unit/renderer/words/languages.test.ts sees to what types can't.
 */
export type Translation<English, Form extends PluralForm> = {
  readonly [Key in keyof English as KeyIn<Key, Form>]: English[Key] extends string
    ? string
    : Translation<English[Key], Form>;
};

/** The forms of each language, as Intl.PluralRules has them. */
export type German<English> = Translation<English, 'one' | 'other'>;
export type Spanish<English> = Translation<English, 'one' | 'many' | 'other'>;
export type French<English> = Translation<English, 'one' | 'many' | 'other'>;
export type Japanese<English> = Translation<English, 'other'>;
export type Arabic<English> = Translation<English, 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>;
