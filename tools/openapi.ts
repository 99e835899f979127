import { writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import { contractFiles } from './contract-files.ts';

/*
 * Writes backend/openapi.json and the storefront's types. Imports the compiled backend, because Node cannot run the
 * decorators of its TypeScript files.
 */
const root = new URL('../', import.meta.url);
const importCompiled = (path: string): Promise<object> => import(new URL(`dist/backend/src/${path}`, root).href);

const backend = {
  needs: ((await importCompiled('platform/config/needs.js')) as { PROGRAM_NEEDS: { api: readonly string[] } })
    .PROGRAM_NEEDS.api,
  ...(await importCompiled('platform/config/config.js')),
  ...(await importCompiled('create-api.js')),
  ...(await importCompiled('platform/http/openapi.js')),
} as Parameters<typeof contractFiles>[0];

for (const [path, text] of Object.entries(await contractFiles(backend))) {
  await writeFile(new URL(path, root), text);
  console.log(`${path}: ${text.length} characters`);
}
