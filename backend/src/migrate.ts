import { applyMigrations } from './apply-migrations.js';
import { PROGRAM_NEEDS } from './platform/config/needs.js';
import { ConfigError, loadConfig } from './platform/config/config.js';
import { formatFatalError, reachDatabase } from './platform/database/reach-database.js';

/** How long to wait for a PostgreSQL server that is still starting. */
const TIMEOUT_MS = 5_000;

try {
  const { databaseOwnerUrl, databaseUrl } = loadConfig({ needs: PROGRAM_NEEDS.migrate });
  await reachDatabase(databaseOwnerUrl, TIMEOUT_MS);
  await applyMigrations(databaseOwnerUrl, databaseUrl);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : formatFatalError(error)}\n`);
  process.exit(1);
}
