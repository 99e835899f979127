import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import 'reflect-metadata';
import { databaseOptions } from './database.js';
import { grantToPrograms } from './program-role.js';

/**
 * Brings the shop's schema and the queue's schema up to date and lets the programs' role work with them. Safe to run twice
 * and by several processes at once.
 * @param databaseUrl of the role that owns the schema
 * @param programUrl of the role that the programs have
 */
export async function applyMigrations(databaseUrl: string, programUrl = databaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One migrator at a time, whoever else starts now waits here and then finds nothing to do.
    await client.query(`select pg_advisory_lock(hashtext('migrate'))`);
    const options = databaseOptions({ databaseUrl });
    // An index over a large table takes its time; waiting for a lock would hold up every visitor behind it.
    const patient = {
      connectionTimeoutMillis: 0,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      onPoolCreated: undefined,
    };
    const orm = await MikroORM.init({ ...options, driverOptions: { ...options.driverOptions, ...patient } });
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
