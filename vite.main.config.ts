import { builtinModules } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { notePackages } from './scripts/bundled-packages.mjs';

/** What main.ts reads later is part of the other bundle (vite.node.config.ts). */
const deskProgramApart: Plugin = {
  name: 'rolecall:desk-program-apart',
  enforce: 'pre',
  resolveId: (source) => (source === './desk-program.ts' ? { id: './desk-program.js', external: true } : null),
};

/**
 * What the main process runs before its first window: one CommonJS file. Electron's start of ES modules takes longer than
 * all that is in it (docs/decisions.md); they are for later, when there is something in the window. What both bundles import
 * is in each of them: such a module may keep nothing between two calls (test/unit/electron/app/two-bundles.test.ts).
 */
export default defineConfig({
  publicDir: false,
  plugins: [deskProgramApart, notePackages('main')],
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'electron/main.ts',
    target: 'node20',
    outDir: 'dist/electron',
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      external: ['electron', ...builtinModules, /^node:/],
      output: { format: 'cjs', entryFileNames: 'main.cjs', codeSplitting: false },
    },
  },
});
