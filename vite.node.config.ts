import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { notePackages } from './scripts/bundled-packages.mjs';
import { BUNDLED } from './scripts/shipped-packages.mjs';

const { dependencies } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/**
 * Service, and main process behind its first window (vite.main.config.ts has what comes before): ES modules. What package.json
 * lists under "dependencies" ships beside them, the rest is bundled.
 */
export default defineConfig({
  publicDir: false,
  plugins: [notePackages('node')],
  ssr: {
    noExternal: true,
    external: ['electron', ...Object.keys(dependencies).filter((name) => !BUNDLED.includes(name))],
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        'electron/desk-program': 'electron/desk-program.ts',
        'electron/list-reader-thread': 'electron/lists/list-reader-thread.ts',
        'service/main': 'service/main.ts',
        'service/make-template': 'service/make-template.ts',
        'service/conformance': 'service/conformance/main.ts',
      },
      external: [...builtinModules, /^node:/],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
