import '@fontsource-variable/inter/index.css';
import '../../renderer/ui/tokens.css';
import '../../renderer/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createProgram } from '../../renderer/bridge.ts';
import { Wall } from '../../renderer/features/rush-board/wall.tsx';
import { AppScreen } from '../../renderer/features/shell/app-screen.tsx';
import { createApp } from '../../renderer/state/app.ts';
import { createBoardWindowFeed } from '../../renderer/state/rush-board.ts';
import { createThemeChoice } from '../../renderer/state/theme.ts';
import { AppContext } from '../../renderer/state/use-app.ts';
import { languageCodes, languageOf, languages } from '../../renderer/words/languages.ts';
import { createWords, speak } from '../../renderer/words/words.ts';
import { WordsProvider } from '../../renderer/words/words-provider.tsx';
import '../../renderer/features/shell/shell.css';
import { createFakeBridge } from './fake-bridge.ts';
import { applyLook, readLook, usualLook } from './look.ts';
import { Overview } from './overview.tsx';
import { Primitives } from './primitives.tsx';
import { pseudoLocale, pseudoWords } from './pseudo.ts';
import { states } from './states.ts';

/** `?state=ID` shows that state; without one, all of them with switches. The page is ready when the root element says so. */
const wanted = new URLSearchParams(location.search).get('state');
const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with id "root".');
const root = createRoot(place);
const state = states.find(({ id }) => id === wanted);
const look = readLook(location.search);
const words = createWords({ strict: true });
const language = languages[languageOf(look.language)];
if (look.language !== usualLook.language) await speak(words, language.locale);
applyLook(look, language.direction);

words.addResourceBundle(pseudoLocale, 'words', pseudoWords());
/** Another language on the page that is there, as the settings do it: test/gallery/languages.ts goes through all of them. */
Object.assign(globalThis, {
  async speakInGallery(locale: string) {
    await speak(words, locale);
    document.documentElement.lang = locale;
    document.documentElement.dir = languages[languageOf(locale)].direction;
  },
});

// A state with something unsaved would hold up the way to the next one.
window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });

const soon = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

if (state === undefined) {
  root.render(<Overview states={states.map(({ id }) => id)} languages={languageCodes} />);
} else if (state.id === 'primitives') {
  root.render(<Primitives />);
  document.documentElement.dataset.ready = 'yes';
} else if (state.wall === true) {
  const program = createProgram(createFakeBridge(state.answers).bridge);
  const feed = createBoardWindowFeed(program);
  feed.start();
  root.render(
    <WordsProvider words={words}>
      <Wall program={program} feed={feed} />
    </WordsProvider>,
  );
  await soon(350);
  document.documentElement.dataset.ready = 'yes';
} else {
  const fake = createFakeBridge(state.answers);
  const app = createApp(
    createProgram(fake.bridge),
    createThemeChoice({ read: () => null, write: () => undefined }, () => undefined),
  );
  app.start();
  root.render(
    <WordsProvider words={words}>
      <AppContext value={app}>
        <AppScreen />
      </AppContext>
    </WordsProvider>,
  );
  await soon(60);
  await state.drive?.(app, fake);
  await soon(350);
  document.documentElement.dataset.ready = 'yes';
}
