import { writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import { contractFiles } from './contract-files.ts';

/*
 * Writes the generated half of the contract: backend/openapi.json and the storefront's types.
 * The backend has decorators, which Node does not strip, so this reads what `nest build backend` compiled.
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
