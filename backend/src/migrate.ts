import { applyMigrations } from './apply-migrations.js';
import { PROGRAM_NEEDS } from './platform/config/needs.js';
import { ConfigError, loadConfig } from './platform/config/config.js';
import { lastWords, reachDatabase } from './platform/database/reach-database.js';

/** A server that is just starting. */
const PATIENCE_MS = 5_000;

try {
  const { databaseOwnerUrl, databaseUrl } = loadConfig({ needs: PROGRAM_NEEDS.migrate });
  await reachDatabase(databaseOwnerUrl, PATIENCE_MS);
  await applyMigrations(databaseOwnerUrl, databaseUrl);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : lastWords(error)}\n`);
  process.exit(1);
}
