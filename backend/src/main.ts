import 'reflect-metadata';
import { createApi } from './create-api.js';
import { ConfigError, loadConfig } from './platform/config.js';

try {
  const config = loadConfig();
  const app = await createApi(config);
  await app.listen(config.port, '0.0.0.0');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
