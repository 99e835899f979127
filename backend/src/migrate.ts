import { applyMigrations } from './apply-migrations.js';
import { loadConfig } from './platform/config.js';

await applyMigrations(loadConfig().databaseUrl);
