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
  css: { modules: { generateScopedName: toClassName } },
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill is not needed: the API client requires AbortSignal.any, and browsers with it support modulepreload.
    modulePreload: {
      polyfill: false,
      // Leaves out the chunks that every page has already loaded.
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
    // Keeps the Host header of the browser: the API builds its links with this host.
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
    // All files share one jsdom, because creating one per file takes longer than the tests. set-up.ts clears it after each
    // test.
    isolate: false,
    maxWorkers: 2,
    // The timeout is long because the checks of types and manifests run in parallel.
    testTimeout: 20_000,
  },
});

const styleSheets = new Map<string, string>();

/** Generates class names such as `header_link`. They are shorter and compress better than the default names with a hash. */
function toClassName(name: string, file: string): string {
  const sheet = basename(file, '.module.css');
  if (styleSheets.has(sheet) && styleSheets.get(sheet) !== file) throw new Error(`Two style sheets are named ${sheet}`);
  styleSheets.set(sheet, file);
  return `${sheet}_${name}`;
}
