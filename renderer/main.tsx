import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createProgram } from './bridge.ts';
import { AppScreen } from './features/shell/app-screen.tsx';
import { Outside } from './features/start/outside.tsx';
import { createApp } from './state/app.ts';
import { createThemeChoice, type Theme } from './state/theme.ts';
import { AppContext } from './state/use-app.ts';
import { createWords } from './words/words.ts';

const themeKey = 'theme';

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

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with id "root".');
const root = createRoot(place);
const words = createWords();

if (window.rolecall === undefined) {
  root.render(
    <I18nextProvider i18n={words}>
      <Outside />
    </I18nextProvider>,
  );
} else {
  const app = createApp(createProgram(window.rolecall), theme);
  const stop = app.start();
  window.addEventListener('pagehide', stop, { once: true });
  root.render(
    <StrictMode>
      <I18nextProvider i18n={words}>
        <AppContext value={app}>
          <AppScreen />
        </AppContext>
      </I18nextProvider>
    </StrictMode>,
  );
}
