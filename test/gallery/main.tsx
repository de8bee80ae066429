import '@fontsource-variable/inter/index.css';
import '../../renderer/ui/tokens.css';
import '../../renderer/ui/base.css';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createProgram } from '../../renderer/bridge.ts';
import { AppScreen } from '../../renderer/features/shell/app-screen.tsx';
import { createApp } from '../../renderer/state/app.ts';
import { createThemeChoice } from '../../renderer/state/theme.ts';
import { AppContext } from '../../renderer/state/use-app.ts';
import { createWords } from '../../renderer/words/words.ts';
import '../../renderer/features/shell/shell.css';
import { createFakeBridge } from './fake-bridge.ts';
import { Primitives } from './primitives.tsx';
import { states } from './states.ts';

/** `?state=ID` shows that state; without one, the list of all. The page is ready when the root element says so. */
const wanted = new URLSearchParams(location.search).get('state');
const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with id "root".');
const root = createRoot(place);
const state = states.find(({ id }) => id === wanted);

const soon = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

if (state === undefined) {
  root.render(
    <ul>
      {states.map(({ id }) => (
        <li key={id}>
          <a href={`?state=${id}`}>{id}</a>
        </li>
      ))}
    </ul>,
  );
} else if (state.id === 'primitives') {
  root.render(<Primitives />);
  document.documentElement.dataset.ready = 'yes';
} else {
  const fake = createFakeBridge(state.answers);
  const app = createApp(
    createProgram(fake.bridge),
    createThemeChoice({ read: () => null, write: () => undefined }, () => undefined),
  );
  app.start();
  root.render(
    <I18nextProvider i18n={createWords()}>
      <AppContext value={app}>
        <AppScreen />
      </AppContext>
    </I18nextProvider>,
  );
  await soon(60);
  await state.drive?.(app, fake);
  await soon(350);
  document.documentElement.dataset.ready = 'yes';
}
