import { expect, it } from 'vitest';
import { createThemeChoice, type Theme } from '../../../../renderer/state/theme.ts';

it('starts with what was kept, applies a choice at once and keeps it', () => {
  const applied: Theme[] = [];
  let kept: string | null = 'dark';
  const memory = {
    read: () => kept,
    write: (theme: Theme) => {
      kept = theme;
    },
  };
  const choice = createThemeChoice(memory, (theme) => applied.push(theme));
  choice.choose('light');
  expect(applied).toEqual(['dark', 'light']);
  expect(kept).toBe('light');
});

it('follows the system when nothing, or nonsense, was kept', () => {
  for (const kept of [null, 'purple']) {
    const choice = createThemeChoice({ read: () => kept, write: () => undefined }, () => undefined);
    expect(choice.store.getState().theme).toBe('system');
  }
});
