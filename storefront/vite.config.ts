import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { codeSplitting, compressed, firstFiles, minified, productionRouter } from './chunks.ts';

const backend = process.env.STOREFRONT_PROXY ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), productionRouter(), publishedWords(), firstFiles(), minified(), compressed()],
  json: { namedExports: false },
  resolve: {
    alias: [{ find: /^i18next$/, replacement: join(import.meta.dirname, 'src/i18n/i18next-stand-in.ts') }],
  },
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // A browser that needs it lacks AbortSignal.any, without which no call is made.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      optimization: { inlineConst: true },
      output: { codeSplitting: codeSplitting() },
    },
  },
  server: {
    port: 5173,
    // Under the name that the browser calls, which links of the shop to itself follow.
    proxy: Object.fromEntries(
      ['/api', '/media', '/config.json', '/locales', '/meta', '/storage', '/card-provider'].map((path) => [
        path,
        { target: backend, changeOrigin: false },
      ]),
    ),
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.spec.ts', 'src/**/*.spec.tsx'],
    setupFiles: ['test/set-up.ts'],
    restoreMocks: true,
    // One jsdom for all: making one per file takes longer than the tests. set-up.ts empties it after each test.
    isolate: false,
    maxWorkers: 2,
    // Types and manifests are checked beside them.
    testTimeout: 20_000,
  },
});

/** The bundled words are also files at /locales/{lng}/{ns}.json, from the same source. */
function publishedWords(): Plugin {
  const source = join(import.meta.dirname, 'src/i18n/locales');
  return {
    name: 'published-words',
    apply: 'build',
    generateBundle() {
      for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.json')) continue;
        const fileName = `locales/${file.replaceAll('\\', '/')}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(source, file)) });
      }
    },
  };
}
