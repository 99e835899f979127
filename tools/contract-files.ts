import { generateKeyPairSync } from 'node:crypto';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

export const DOCUMENT = 'backend/openapi.json';
export const SCHEMA = 'storefront/src/api/schema.d.ts';

/** Functions of the backend: compiled for the command, from source for the drift check. */
interface Backend<Config, Need, Api> {
  /** Needs of the API. */
  needs: readonly Need[];
  loadConfig(asked: { needs: readonly Need[]; env: Record<string, string> }): Config;
  previewApi(config: Config): Promise<Api>;
  openApiDocument(api: Api): object;
}

/**
 * Generates the OpenAPI document and the storefront's types, by path from the root. Needs no services.
 */
export async function contractFiles<Config, Need, Api>(
  backend: Backend<Config, Need, Api>,
): Promise<Record<string, string>> {
  const api = await backend.previewApi(backend.loadConfig({ needs: backend.needs, env: environment() }));
  const document = `${JSON.stringify(inOrder(backend.openApiDocument(api)), null, 2)}\n`;
  // A field with a default stays optional in a form.
  const schema = await openapiTS(document, { defaultNonNullable: false });
  return { [DOCUMENT]: document, [SCHEMA]: `${COMMENT_HEADER}${astToString(schema)}` };
}

/** Placeholder settings and a temporary key. */
function environment(): Record<string, string> {
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
function inOrder(document: object): object {
  const { paths, components, ...head } = document as { paths: object; components: { schemas: object } };
  return { ...head, paths: byName(paths), components: { ...components, schemas: byName(components.schemas) } };
}

function byName(entries: object): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
