import { applyMigrations } from './apply-migrations.js';
import { ConfigError, loadConfig } from './platform/config.js';
import { lastWords, reachDatabase } from './platform/reach-database.js';

/** A server that is just starting. */
const PATIENCE_MS = 5_000;

try {
  const { databaseUrl } = loadConfig();
  await reachDatabase(databaseUrl, PATIENCE_MS);
  await applyMigrations(databaseUrl);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : lastWords(error)}\n`);
  process.exit(1);
}
