// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useBuiltInNames } from '../../../../renderer/words/use-built-in-names.ts';
import { createWords, speak } from '../../../../renderer/words/words.ts';
import { WordsProvider } from '../../../../renderer/words/words-provider.tsx';

afterEach(cleanup);

async function inGerman() {
  const words = createWords({ strict: true });
  await speak(words, 'de-DE');
  const { result } = renderHook(() => useBuiltInNames(), {
    wrapper: ({ children }) => <WordsProvider words={words}>{children}</WordsProvider>,
  });
  return result.current;
}

describe('names that Rolecall itself gave', () => {
  it('are said in the language of the screen', async () => {
    const names = await inGerman();
    const button = names.ofRecipe({ id: 'check-in', name: 'Check in' });
    expect(button).toBe('Einchecken');
    expect(names.ofAct({ kind: 'recipe', subject: 'Check in' })).toBe(button);
    expect(names.ofAct({ kind: 'undo', subject: 'Check in' })).toBe(button);
    const desk = names.ofStation({ stationId: 'front-desk', name: 'Front desk' });
    expect(desk).not.toBe('Front desk');
    expect(names.ofStationNamed('Front desk')).toBe(desk);
  });

  it('are left alone where somebody gave them', async () => {
    const names = await inGerman();
    expect(names.ofRecipe({ id: 'r1', name: 'Check in' })).toBe('Check in');
    expect(names.ofRecipe({ id: 'check-in', name: 'Hello' })).toBe('Hello');
    expect(names.ofAct({ kind: 'give', subject: 'Check in' })).toBe('Check in');
    expect(names.ofStation({ stationId: 's1', name: 'Front desk' })).toBe('Front desk');
    expect(names.ofStationNamed('Vendor desk')).toBe('Vendor desk');
  });
});
