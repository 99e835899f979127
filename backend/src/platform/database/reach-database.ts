import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLost } from './lost-connection.js';

const TRY_MS = 2_000;
const PAUSE_MS = 250;

/** A service that this process cannot do without does not answer, or refuses it. The message is one line without secrets. */
export class ServiceMissing extends Error {}

/**
 * Waits until PostgreSQL answers a statement, on a connection of its own.
 * @param patienceMs how long a database that is away may stay so; one that refuses the role or has no such database ends it at once
 * @param onWait called once, with the reason, when two tries have failed
 * @throws ServiceMissing
 */
export async function reachDatabase(
  databaseUrl: string,
  patienceMs: number,
  onWait?: (reason: string) => void,
): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let failed = 1; ; failed += 1) {
    try {
      return await ask(databaseUrl);
    } catch (error) {
      const reason = `DATABASE_URL: PostgreSQL at ${hostOf(databaseUrl)} ${describe(error)}`;
      if (!connectionLost(error) || performance.now() > end) throw new ServiceMissing(reason);
      // The first try may have failed because this process was busy with its own start.
      if (failed === 2) onWait?.(reason);
    }
    await delay(PAUSE_MS);
  }
}

async function ask(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TRY_MS,
    query_timeout: TRY_MS,
    application_name: 'probes',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // A server that does not answer does not answer a farewell either.
    void client.end().catch(() => undefined);
  }
}

/** What the programs write when they end with an error: one line for a service that is not there, a stack for a bug. */
export function lastWords(error: unknown): string {
  if (error instanceof ServiceMissing) return error.message;
  if (connectionLost(error)) return `a service ${describe(error)}`;
  return (error as Error).stack ?? String(error);
}

function describe(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] };
  const words = (message || errors?.[0]?.message || code || 'unknown').replace(/\s+/g, ' ');
  return `${connectionLost(error) ? 'does not answer' : 'refuses'} (${words})`;
}

function hostOf(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}`;
}
