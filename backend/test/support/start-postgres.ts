import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '#sandbox/postgres.ts';

declare global {
  var testPostgres: { server: Postgres; directory: string } | undefined;
}

/** Before all tests: a PostgreSQL of their own, unless TEST_DATABASE_URL names one. */
export default async function startTestPostgres(): Promise<void> {
  process.env.TEST_TEMPLATE = `shop_template_${Date.now()}`;
  if (process.env.TEST_DATABASE_URL) return;
  const directory = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  const server = await startPostgres({ directory, fast: true });
  globalThis.testPostgres = { server, directory };
  process.env.TEST_DATABASE_URL = server.url;
}
