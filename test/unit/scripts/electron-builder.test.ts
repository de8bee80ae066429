import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const scripts = path.resolve(import.meta.dirname, '..', '..', '..', 'scripts');

it('electron-builder is loaded into a process of its own: it would end a failed test run with exit code 0', () => {
  const loading = readdirSync(scripts).filter((name) =>
    /(from|import\() ?'(electron-builder|app-builder-lib|builder-util)'/.test(
      name.endsWith('.mjs') ? readFileSync(path.join(scripts, name), 'utf8') : '',
    ),
  );
  expect(loading).toEqual(['electron-builder.mjs']);
});
