import type { Config } from 'jest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mail, startMail } from '#sandbox/mail/mail.ts';
import { type Postgres, startPostgres } from '#sandbox/postgres/postgres.ts';
import { projectRoot } from '#sandbox/project-root.ts';

declare global {
  var testPostgres: { server: Postgres; directory: string } | undefined;
  var testMails: Mail[] | undefined;
  var testPrograms: string | undefined;
}

/**
 * Starts the shared services before all tests: PostgreSQL unless TEST_DATABASE_URL is set, one mail server per Jest worker
 * unless TEST_MAILS is set. Creates the folders for programs (unless TEST_PROGRAMS is set) and for prepared PDFs.
 */
export default async function startShared({ maxWorkers = 1 }: Config): Promise<void> {
  if (process.env.TEST_SERVICES === 'none') return;
  const run = `${process.pid}_${Date.now()}`;
  process.env.TEST_TEMPLATE = `shop_template_${run}`;
  if (!process.env.TEST_PROGRAMS) {
    globalThis.testPrograms = join(projectRoot(), '.cache', `programs_${run}`);
    process.env.TEST_PROGRAMS = globalThis.testPrograms;
  }
  process.env.TEST_PREPARED = mkdtempSync(join(tmpdir(), 'test-prepared-'));
  await Promise.all([
    process.env.TEST_MAILS ? undefined : startMails(Number(maxWorkers)),
    process.env.TEST_DATABASE_URL ? undefined : startOwnPostgres(),
  ]);
}

async function startMails(count: number): Promise<void> {
  const started = Array.from({ length: count }, () => startMail({ smtpPort: 0, webPort: 0 }));
  globalThis.testMails = await Promise.all(started);
  const addresses = globalThis.testMails.map(({ smtpUrl, webUrl }) => ({ smtpUrl, webUrl }));
  process.env.TEST_MAILS = JSON.stringify(addresses);
}

async function startOwnPostgres(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  const server = await startPostgres({ directory, fast: true });
  globalThis.testPostgres = { server, directory };
  process.env.TEST_DATABASE_URL = server.url;
}
