import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery: every screen in every state over made-up people. A tool for developers, never part of the product. */
export default defineConfig({
  root: 'test/gallery',
  base: './',
  plugins: [react()],
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
  build: {
    target: 'chrome130',
    outDir: '../results/gallery-site',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
});
