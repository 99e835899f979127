import { generateKeyPairSync } from 'node:crypto';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

export const DOCUMENT = 'backend/openapi.json';
export const SCHEMA = 'storefront/src/api/schema.d.ts';

/** Parts of the backend: of the compiled code for `npm run openapi`, of the sources for the test for outdated files. */
interface Backend<Config, Need, Api> {
  /** The settings that the API needs (`PROGRAM_NEEDS.api`). */
  needs: readonly Need[];
  loadConfig(options: { needs: readonly Need[]; env: Record<string, string> }): Config;
  previewApi(config: Config): Promise<Api>;
  openApiDocument(api: Api): object;
}

/**
 * Generates the OpenAPI document and the storefront's types. Needs no running service.
 * @returns the contents of both files, by path relative to the root
 */
export async function contractFiles<Config, Need, Api>(
  backend: Backend<Config, Need, Api>,
): Promise<Record<string, string>> {
  const api = await backend.previewApi(backend.loadConfig({ needs: backend.needs, env: placeholderEnvironment() }));
  const document = `${JSON.stringify(sortByName(backend.openApiDocument(api)), null, 2)}\n`;
  // If `defaultNonNullable` were true, a request field with a default value would become required.
  const schema = await openapiTS(document, { defaultNonNullable: false });
  return { [DOCUMENT]: document, [SCHEMA]: `${COMMENT_HEADER}${astToString(schema)}` };
}

/** Placeholder settings and a temporary key, because the API is created but never started. */
function placeholderEnvironment(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    DATABASE_URL: 'postgresql://nowhere.invalid/shop',
    STRIPE_SECRET_KEY: 'sk_test_unused',
    STRIPE_WEBHOOK_SECRET: 'whsec_unused',
    TOKEN_SECRET: 'signs nothing',
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    LOG_LEVEL: 'silent',
  };
}

/** Sorts paths and schemas by name, so that moving a controller does not reorder the file. */
function sortByName(document: object): object {
  const { paths, components, ...head } = document as { paths: object; components: { schemas: object } };
  return { ...head, paths: sortKeys(paths), components: { ...components, schemas: sortKeys(components.schemas) } };
}

function sortKeys(entries: object): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
