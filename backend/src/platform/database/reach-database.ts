import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLost } from './lost-connection.js';

const ATTEMPT_TIMEOUT_MS = 2_000;
const PAUSE_MS = 250;

/** PostgreSQL does not respond or rejects this process. The message is one line without secrets. */
class ServiceUnavailable extends Error {}

/**
 * Waits until PostgreSQL runs a statement on a new connection.
 * @param timeoutMs the maximum wait for an unreachable server in milliseconds; there is no wait when the server rejects the
 * role or does not have the database
 * @param onWait is called once, with the reason, after the second failed attempt
 * @throws {ServiceUnavailable} when the server stays unreachable or rejects the connection
 */
export async function reachDatabase(
  databaseUrl: string,
  timeoutMs: number,
  onWait?: (reason: string) => void,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let failures = 1; ; failures += 1) {
    try {
      return await probe(databaseUrl);
    } catch (error) {
      const reason = `DATABASE_URL: PostgreSQL at ${getHost(databaseUrl)} ${describe(error)}`;
      if (!connectionLost(error) || performance.now() > end) throw new ServiceUnavailable(reason);
      // Not after the first failure: while this process starts, it can be too busy to read the response in time.
      if (failures === 2) onWait?.(reason);
    }
    await delay(PAUSE_MS);
  }
}

async function probe(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ATTEMPT_TIMEOUT_MS,
    query_timeout: ATTEMPT_TIMEOUT_MS,
    application_name: 'probes',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // Not awaited, because an unreachable server does not confirm the close.
    void client.end().catch(() => undefined);
  }
}

/** What a program prints before it exits with an error: one line for an unavailable service, a stack trace for a bug. */
export function formatFatalError(error: unknown): string {
  if (error instanceof ServiceUnavailable) return error.message;
  if (connectionLost(error)) return `a service ${describe(error)}`;
  return (error as Error).stack ?? String(error);
}

function describe(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] };
  const reason = (message || errors?.[0]?.message || code || 'unknown').replace(/\s+/g, ' ');
  return `${connectionLost(error) ? 'does not answer' : 'refuses'} (${reason})`;
}

function getHost(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}`;
}
