import { defineConfig } from 'vite';
import { notePackages } from './scripts/bundled-packages.mjs';

/** The sandboxed preload: one CommonJS file, since a sandboxed preload can be neither an ES module nor several files. */
export default defineConfig({
  publicDir: false,
  plugins: [notePackages('preload')],
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'electron/preload.ts',
    target: 'chrome130',
    outDir: 'dist/electron',
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rollupOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
});
