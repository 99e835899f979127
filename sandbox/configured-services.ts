import { connect } from 'node:net';
import { Client } from 'pg';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

const timeoutMs = 5000;

/** Connects to each service whose address is set. @throws {StartError} for the first service that does not respond */
export async function checkConfiguredServices(settings: Settings): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, redisUrl, s3Endpoint, smtpUrl } = settings;
  await Promise.all([
    // If both URLs are set, only the owner's is checked: the first migration creates the role of the programs.
    databaseOwnerUrl ? checkDatabase('DATABASE_OWNER_URL', databaseOwnerUrl) : undefined,
    databaseUrl && !databaseOwnerUrl ? checkDatabase('DATABASE_URL', databaseUrl) : undefined,
    redisUrl ? checkPort('REDIS_URL', redisUrl, 6379) : undefined,
    s3Endpoint ? checkPort('S3_ENDPOINT', s3Endpoint, s3Endpoint.startsWith('https:') ? 443 : 80) : undefined,
    smtpUrl ? checkPort('SMTP_URL', smtpUrl, smtpUrl.startsWith('smtps:') ? 465 : 25) : undefined,
  ]);
}

async function checkDatabase(name: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`${name}: ${new URL(url).host} cannot be used: ${reason(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

function checkPort(name: string, url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || defaultPort),
      timeout: timeoutMs,
    });
    const fail = (why: string) => {
      socket.destroy();
      reject(new StartError(`${name}: no response from ${hostname}:${port || defaultPort} (${why})`));
    };
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => fail(`no response within ${timeoutMs / 1000} s`));
    socket.once('error', (error) => fail(reason(error)));
  });
}

function reason(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'unknown error';
}
