import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const renderer = fileURLToPath(new URL('../../../renderer', import.meta.url));

it('takes types from the contract and nothing that runs: schemas would bring a parser into the page, which its policy stops', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(50);
  const values = files.flatMap((name) =>
    [
      ...readFileSync(join(renderer, name), 'utf8').matchAll(/^import (?!type )[^;]*?from '[^']*contract\/[^']*';/gm),
    ].map(([text]) => `${name}: ${text.replace(/\s+/g, ' ')}`),
  );
  expect(values).toEqual([]);
});
