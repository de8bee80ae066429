import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a test program into one file, so that starting it a thousand times costs little. Answers with its path. */
export async function bundleProgram(entry: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'rolecall-program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(outDir, 'program.mjs');
}
