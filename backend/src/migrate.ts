import { applyMigrations } from './apply-migrations.js';
import { ConfigError, loadConfig } from './platform/config.js';

try {
  await applyMigrations(loadConfig().databaseUrl);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
