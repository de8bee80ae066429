import { useState } from 'react';
import { Choice } from '../../renderer/ui/choice.tsx';
import { SelectField } from '../../renderer/ui/select-field.tsx';
import { addressOf, type Look, usualLook } from './look.ts';
import './overview.css';

const screen = { width: 1280, height: 720 } as const;
const zooms = { '100': 1, '200': 2 } as const;

const themes = [
  { value: 'system', words: 'As the system' },
  { value: 'light', words: 'Light' },
  { value: 'dark', words: 'Dark' },
] as const;
const contrasts = [
  { value: 'usual', words: 'Usual' },
  { value: 'more', words: 'More' },
] as const;
const directions = [
  { value: 'language', words: 'As the language' },
  { value: 'ltr', words: 'Left to right' },
  { value: 'rtl', words: 'Right to left' },
] as const;

/** Every state beside the one that is shown, in a frame of the smallest screen that counts, and switches for how. */
export function Overview(props: { readonly states: readonly string[]; readonly languages: readonly string[] }) {
  const { states, languages } = props;
  const [state, setState] = useState(states[0] ?? '');
  const [wanted, setWanted] = useState('');
  const [zoom, setZoom] = useState<keyof typeof zooms>('100');
  const [look, setLook] = useState<Look>(usualLook);
  const change = (changes: Partial<Look>): void => setLook({ ...look, ...changes });
  const address = addressOf(state, look);
  const factor = zooms[zoom];

  return (
    <main className="overview">
      <nav className="overview__states" aria-label="States">
        <h1 className="overview__title">Gallery</h1>
        <input
          className="text-field__input"
          type="search"
          aria-label="Part of a state’s name"
          placeholder="Part of a name"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <ul>
          {states
            .filter((id) => id.includes(wanted.trim()))
            .map((id) => (
              <li key={id}>
                <button
                  type="button"
                  className="overview__state"
                  aria-current={id === state}
                  onClick={() => setState(id)}
                >
                  {id}
                </button>
              </li>
            ))}
        </ul>
      </nav>
      <section className="overview__shown" aria-label="The state shown">
        <div className="overview__switches">
          <Choice label="Theme" value={look.theme} options={themes} onChange={(theme) => change({ theme })} />
          <Choice
            label="Contrast"
            value={look.contrast}
            options={contrasts}
            onChange={(contrast) => change({ contrast })}
          />
          <Choice
            label="Zoom"
            value={zoom}
            options={[
              { value: '100', words: '100 %' },
              { value: '200', words: '200 %' },
            ]}
            onChange={setZoom}
          />
          <Choice
            label="Direction"
            value={look.direction}
            options={directions}
            onChange={(direction) => change({ direction })}
          />
          <SelectField
            label="Language"
            value={look.language}
            options={languages.map((tag) => ({ value: tag, words: tag }))}
            onChange={(language) => change({ language })}
          />
          <a className="overview__alone" href={address}>
            Alone
          </a>
        </div>
        <iframe
          key={address}
          className="overview__frame"
          title={state}
          src={address}
          width={screen.width / factor}
          height={screen.height / factor}
          style={{ zoom: factor }}
        />
      </section>
    </main>
  );
}
