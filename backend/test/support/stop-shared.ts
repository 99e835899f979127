import { rmSync } from 'node:fs';
import { dropDatabase } from '#sandbox/postgres/postgres.ts';

/** Stops the shared services and removes their files after all tests. */
export default async function stopShared(): Promise<void> {
  if (process.env.TEST_SERVICES === 'none') return;
  if (globalThis.testPrograms) rmSync(globalThis.testPrograms, { recursive: true, force: true });
  rmSync(process.env.TEST_PREPARED!, { recursive: true, force: true });
  await Promise.all(globalThis.testMails?.map((mail) => mail.close()) ?? []);
  await dropDatabase(process.env.TEST_DATABASE_URL!, process.env.TEST_TEMPLATE!);
  if (!globalThis.testPostgres) return;
  await globalThis.testPostgres.server.stop();
  rmSync(globalThis.testPostgres.directory, { recursive: true, force: true });
}
