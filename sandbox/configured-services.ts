import { connect } from 'node:net';
import { Client } from 'pg';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

const timeoutMs = 5000;

/** Connects to the services that the environment names. @throws {StartError} for the first service that does not respond */
export async function checkConfiguredServices(settings: Settings): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, redisUrl, s3Endpoint, smtpUrl } = settings;
  await Promise.all([
    // With two roles only the owner is checked, because the migration may still have to create the role of the programs.
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

function checkPort(name: string, url: string, usual: number): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usual), timeout: timeoutMs });
    const fail = (why: string) => {
      socket.destroy();
      reject(new StartError(`${name}: no response from ${hostname}:${port || usual} (${why})`));
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
