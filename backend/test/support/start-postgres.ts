import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '#sandbox/postgres.ts';
import { projectRoot } from '#sandbox/project-root.ts';

declare global {
  var testPostgres: { server: Postgres; directory: string } | undefined;
}

/** Before all tests: names for what they share, and a PostgreSQL of their own, unless TEST_DATABASE_URL names one. */
export default async function startTestPostgres(): Promise<void> {
  const run = `${process.pid}_${Date.now()}`;
  process.env.TEST_TEMPLATE = `shop_template_${run}`;
  process.env.TEST_PROGRAMS = join(projectRoot(), '.cache', `programs_${run}`);
  if (process.env.TEST_DATABASE_URL) return;
  const directory = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  const server = await startPostgres({ directory, fast: true });
  globalThis.testPostgres = { server, directory };
  process.env.TEST_DATABASE_URL = server.url;
}
