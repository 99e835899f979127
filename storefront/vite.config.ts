import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { codeSplitting, compressed, firstFiles, minified, withoutDevelopmentHelp } from './chunks.ts';
import { messages } from './messages.ts';

const backend = process.env.STOREFRONT_PROXY ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutDevelopmentHelp(), messages(), firstFiles(), minified(), compressed()],
  json: { namedExports: false },
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // A browser that needs it lacks AbortSignal.any, without which no call is made.
    modulePreload: {
      polyfill: false,
      // Every page loads these first.
      resolveDependencies: (_, files) => files.filter((file) => !/\/(?:packages|shop|rolldown-runtime)-/.test(file)),
    },
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

const styleSheets = new Map<string, string>();

/** `header_link`: shorter than the default with a hash and a line number, and more alike, so that it compresses well. */
function className(name: string, file: string): string {
  const sheet = basename(file, '.module.css');
  if (styleSheets.has(sheet) && styleSheets.get(sheet) !== file) throw new Error(`Two style sheets are named ${sheet}`);
  styleSheets.set(sheet, file);
  return `${sheet}_${name}`;
}
