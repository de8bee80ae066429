import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createProgram } from './bridge.ts';
import { AppScreen } from './features/shell/app-screen.tsx';
import { Outside } from './features/start/outside.tsx';
import { guardDoublePresses } from './keyboard/double-press.ts';
import { createApp } from './state/app.ts';
import { guideKey, keptLocale, localeKey, themeKey } from './state/kept.ts';
import { followLanguage } from './state/language.ts';
import { createThemeChoice, type Theme } from './state/theme.ts';
import { AppContext } from './state/use-app.ts';
import { warmFonts } from './ui/warm-fonts.ts';
import { languageOf, languages } from './words/languages.ts';
import { createWords, speak } from './words/words.ts';
import { WordsProvider } from './words/words-provider.tsx';

const theme = createThemeChoice(
  {
    read: () => localStorage.getItem(themeKey),
    write: (chosen) => localStorage.setItem(themeKey, chosen),
  },
  (chosen: Theme) => {
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  },
);

/** Milliseconds from the first drawing until fonts are warmed: who starts with a kept session searches before that. */
const warmFontsAfterMs = 2_000;

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with id "root".');
const root = createRoot(place);
guardDoublePresses(document);
const words = createWords();
words.on('languageChanged', (locale) => {
  document.documentElement.lang = locale;
  document.documentElement.dir = languages[languageOf(locale)].direction;
});

if (window.rolecall === undefined) {
  root.render(
    <WordsProvider words={words}>
      <Outside />
    </WordsProvider>,
  );
} else {
  const app = createApp(createProgram(window.rolecall), theme, {
    windowHeight: () => window.innerHeight,
    guideMemory: {
      wasOffered: () => localStorage.getItem(guideKey) !== null,
      remember: () => localStorage.setItem(guideKey, 'offered'),
    },
  });
  const stop = app.start();
  const stopFollowing = followLanguage(app, (locale) => {
    void speak(words, locale).then(() => localStorage.setItem(localeKey, locale));
  });
  window.addEventListener(
    'pagehide',
    () => {
      stopFollowing();
      stop();
    },
    { once: true },
  );
  const kept = keptLocale();
  if (kept !== null && languageOf(kept) !== 'en') await speak(words, kept).catch(() => undefined);
  root.render(
    <StrictMode>
      <WordsProvider words={words}>
        <AppContext value={app}>
          <AppScreen />
        </AppContext>
      </WordsProvider>
    </StrictMode>,
  );
  setTimeout(() => void warmFonts(document), warmFontsAfterMs);
}
