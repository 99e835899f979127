import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { codeSplitting, compressed, firstFiles, minified, withoutDevelopmentHelp } from './chunks.ts';
import { messages } from './messages.ts';
import { screens } from './screens.ts';

const backend = process.env.STOREFRONT_PROXY ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutDevelopmentHelp(), messages(), screens(), firstFiles(), minified(), compressed()],
  json: { namedExports: false },
  css: { modules: { generateScopedName: toClassName } },
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // No polyfill: browsers that have AbortSignal.any, which the API client needs, support modulepreload too.
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
    // All test files share one jsdom, because creating a jsdom per file takes longer than the tests. After each test
    // set-up.ts clears the page.
    isolate: false,
    maxWorkers: 2,
    // The timeout in milliseconds is long because the checks of types and manifests run in parallel and slow the tests down.
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
