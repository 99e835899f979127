import { writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import { contractFiles } from './contract-files.ts';

/*
 * Writes backend/openapi.json and the storefront's types. Reads the compiled backend: Node cannot run decorators.
 */
const root = new URL('../', import.meta.url);
const compiled = (path: string): Promise<object> => import(new URL(`dist/backend/src/${path}`, root).href);

const backend = {
  needs: ((await compiled('platform/config/needs.js')) as { PROGRAM_NEEDS: { api: readonly string[] } }).PROGRAM_NEEDS
    .api,
  ...(await compiled('platform/config/config.js')),
  ...(await compiled('create-api.js')),
  ...(await compiled('platform/http/openapi.js')),
} as Parameters<typeof contractFiles>[0];

for (const [path, text] of Object.entries(await contractFiles(backend))) {
  await writeFile(new URL(path, root), text);
  console.log(`${path}: ${text.length} characters`);
}
