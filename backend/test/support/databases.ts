import pg from 'pg';
import { createDatabase, databaseUrl, dropDatabase } from '#sandbox/postgres/postgres.ts';
import { applyMigrations } from '../../src/apply-migrations.js';

let count = 0;

/** @returns the URL of the same database for the role of the programs, which owns nothing */
export function urlForPrograms(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'shop_programs';
  url.password = 'of-the-programs-in-tests';
  return url.href;
}

/** Creates an empty, migrated database from the template, which takes 0.1 s. */
export async function freshDatabase(): Promise<{ url: string; ownerUrl: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL!;
  const template = await migratedTemplate(server);
  const name = `test_${process.pid}_${Date.now()}_${(count += 1)}`;
  const ownerUrl = await createDatabase(server, name, template);
  return { url: urlForPrograms(ownerUrl), ownerUrl, drop: () => dropDatabase(server, name) };
}

/** The first test file of a run creates the template; the others wait for it. */
async function migratedTemplate(server: string): Promise<string> {
  const template = process.env.TEST_TEMPLATE!;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('template'))`);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await createDatabase(server, template);
      const ownerUrl = databaseUrl(server, template);
      await applyMigrations(ownerUrl, urlForPrograms(ownerUrl));
    }
  } finally {
    await client.end();
  }
  return template;
}
