import { createStore, type StoreApi } from 'zustand/vanilla';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Where the choice is kept between starts. It is the only thing this page keeps. */
export interface ThemeMemory {
  read(): string | null;
  write(theme: Theme): void;
}

export interface ThemeChoice {
  readonly store: StoreApi<{ readonly theme: Theme }>;
  choose(theme: Theme): void;
}

const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);

/** Light, dark or as the system; `apply` puts it on the page. */
export function createThemeChoice(memory: ThemeMemory, apply: (theme: Theme) => void): ThemeChoice {
  const kept = memory.read();
  const theme = isTheme(kept) ? kept : 'system';
  const store = createStore(() => ({ theme }) as { readonly theme: Theme });
  apply(theme);
  return {
    store,
    choose(next) {
      store.setState({ theme: next });
      apply(next);
      memory.write(next);
    },
  };
}
