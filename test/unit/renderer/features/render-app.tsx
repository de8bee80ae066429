import { act, cleanup, configure, render } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { createProgram } from '../../../../renderer/bridge.ts';
import { AppScreen } from '../../../../renderer/features/shell/app-screen.tsx';
import { createApp } from '../../../../renderer/state/app.ts';
import { createThemeChoice } from '../../../../renderer/state/theme.ts';
import { AppContext } from '../../../../renderer/state/use-app.ts';
import { createWords } from '../../../../renderer/words/words.ts';
import { WordsProvider } from '../../../../renderer/words/words-provider.tsx';
import { type Answers, createFakeBridge } from '../../../gallery/fake-bridge.ts';

// A whole window in a simulated page is slow on a busy machine; nothing here is about time.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const stops: (() => void)[] = [];

afterEach(() => {
  cleanup();
  for (const stop of stops.splice(0)) stop();
});

/** The whole window over a fake bridge, after its first reads. */
export async function renderApp(answers: Answers = {}) {
  const fake = createFakeBridge(answers);
  const app = createApp(
    createProgram(fake.bridge),
    createThemeChoice({ read: () => null, write: () => undefined }, () => undefined),
  );
  stops.push(app.start());
  await act(async () => {
    render(
      <WordsProvider words={createWords({ strict: true })}>
        <AppContext value={app}>
          <AppScreen />
        </AppContext>
      </WordsProvider>,
    );
  });
  const asked = (name: string): unknown[] =>
    fake.asked.filter((request) => request.name === name).map(({ input }) => input);
  return { app, fake, asked };
}
