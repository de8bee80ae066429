import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { notePackages } from './scripts/bundled-packages.mjs';

/** The desk's program is read while the first frame is painted, and run after it (renderer/first-frame.ts). */
const readProgramEarly: Plugin = {
  name: 'rolecall:read-program-early',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      if (!filename.endsWith('index.html')) return [];
      const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk');
      const program = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/renderer/main.tsx'));
      if (program === undefined) throw new Error('renderer/main.tsx has no chunk of its own.');
      const parts = chunks.filter((chunk) => chunk === program || program.imports.includes(chunk.fileName));
      const files = parts.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
      return files
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
            crossorigin: true,
            href: `./${file}`,
          },
          injectTo: 'head' as const,
        }));
    },
  },
};

/** The renderer: static files served by the app's own scheme under a CSP without inline code. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), notePackages('renderer'), readProgramEarly],
  build: {
    target: 'chrome130',
    outDir: '../dist/renderer',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The desk, and the rush board's own window.
    rollupOptions: { input: ['renderer/index.html', 'renderer/board.html'] },
  },
});
