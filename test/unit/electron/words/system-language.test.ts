import { describe, expect, it } from 'vitest';
import { chosenLanguage, wordsFor } from '../../../../electron/words/current-language.ts';
import { matchLanguage, usableLocales } from '../../../../electron/words/system-language.ts';

describe('the language of the system', () => {
  it.each([
    [['de-CH', 'en-GB'], 'de'],
    [['nl-BE', 'fr-BE', 'en'], 'fr'],
    [['pt-BR', 'zh-Hans-CN'], 'en'],
    [['ar'], 'ar'],
    [[], 'en'],
  ])('of %j is %s', (locales, expected) => {
    expect(matchLanguage(locales)).toBe(expected);
  });

  it('leaves out what is no tag, and spells the others as they are spelt', () => {
    expect(usableLocales(['C', 'de_DE', 'POSIX.UTF-8', 'ja-jp', ''])).toEqual(['de-DE', 'ja-JP']);
  });

  it('gives way to a choice', () => {
    expect(chosenLanguage('ja', ['de-CH'])).toBe('ja');
    expect(wordsFor('system', ['de-CH']).paste).toBe('Einfügen');
  });
});
