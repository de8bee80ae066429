import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { notePackages } from './scripts/bundled-packages.mjs';

/** The renderer: static files served by the app's own scheme under a CSP without inline code. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), notePackages('renderer')],
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
