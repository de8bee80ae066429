import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createProgram } from './bridge.ts';
import { Wall } from './features/rush-board/wall.tsx';
import { keptLocale, localeKey, themeKey } from './state/kept.ts';
import { createBoardWindowFeed } from './state/rush-board.ts';
import { createThemeChoice, type Theme } from './state/theme.ts';
import { languageOf, languages } from './words/languages.ts';
import { createWords, speak } from './words/words.ts';
import { WordsProvider } from './words/words-provider.tsx';

/** The rush board's own window. It may ask for nothing but the board; what it looks like and speaks it has from the desk's page. */
const place = document.getElementById('root');
if (place === null) throw new Error('board.html has no element with id "root".');
const root = createRoot(place);
const words = createWords();
words.on('languageChanged', (locale) => {
  document.documentElement.lang = locale;
  document.documentElement.dir = languages[languageOf(locale)].direction;
});

const showTheme = (): void => {
  createThemeChoice({ read: () => localStorage.getItem(themeKey), write: () => undefined }, (chosen: Theme) => {
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
};
const speakAsTheDesk = async (): Promise<void> => {
  const locale = keptLocale();
  if (locale !== null) await speak(words, locale);
};
showTheme();
window.addEventListener('storage', ({ key }) => {
  if (key === themeKey) showTheme();
  if (key === localeKey) void speakAsTheDesk();
});

if (window.rolecall !== undefined) {
  const program = createProgram(window.rolecall);
  const feed = createBoardWindowFeed(program);
  window.addEventListener('pagehide', feed.start(), { once: true });
  await speakAsTheDesk().catch(() => undefined);
  root.render(
    <StrictMode>
      <WordsProvider words={words}>
        <Wall program={program} feed={feed} />
      </WordsProvider>
    </StrictMode>,
  );
}
