import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentSecurityPolicy } from '../../electron/app/content-security-policy.ts';

/** The gallery: every screen in every state over made-up people. A tool for developers, never part of the product. */
export default defineConfig({
  root: 'test/gallery',
  base: './',
  plugins: [react()],
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
  // The policy of the program itself, so that a photograph fails where the program would.
  preview: {
    headers: {
      'Content-Security-Policy': contentSecurityPolicy,
    },
  },
  build: {
    target: 'chrome130',
    outDir: '../results/gallery-site',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
});
