import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import 'reflect-metadata';
import { databaseOptions } from './database.js';
import { grantToPrograms } from './program-role.js';

/**
 * Migrates the shop's schema and the schema of BullMQ, then grants the programs' role its rights. Idempotent;
 * concurrent calls wait for each other.
 * @param databaseUrl the connection string of the role that owns the schema
 * @param programUrl the connection string of the role that the programs use
 */
export async function applyMigrations(databaseUrl: string, programUrl = databaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One migrator at a time: a second one waits for the advisory lock and then finds no pending migration.
    await client.query(`select pg_advisory_lock(hashtext('migrate'))`);
    const options = databaseOptions({ databaseUrl });
    // Building an index on a large table can take long, so statements have no timeout here. The lock timeout stays:
    // while a migration waits for the lock of a table, all later statements on that table wait too.
    const withoutTimeouts = {
      connectionTimeoutMillis: 0,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      onPoolCreated: undefined,
    };
    const orm = await MikroORM.init({ ...options, driverOptions: { ...options.driverOptions, ...withoutTimeouts } });
    try {
      await orm.migrator.up();
    } finally {
      await orm.close(true);
    }
    await runMigrations(client);
    await grantToPrograms(client, programUrl);
  } finally {
    await client.end();
  }
}
