import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

const { dependencies } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/**
 * Bundled although they are dependencies: unbundled, their hundreds of small files cost the service most of a second at each
 * start.
 */
const bundled = ['@fastify/cookie', 'fastify', 'kysely', 'pg', 'zod'];

/** Main process and service: ES modules. What package.json lists under "dependencies" ships beside them, the rest is bundled. */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    external: ['electron', ...Object.keys(dependencies).filter((name) => !bundled.includes(name))],
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
        'electron/main': 'electron/main.ts',
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
