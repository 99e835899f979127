import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { createApi } from './create-api.js';
import { shutdownSignal } from './platform/process/shutdown-signal.js';
import { PROGRAM_NEEDS } from './platform/config/needs.js';
import { ConfigError, loadConfig } from './platform/config/config.js';
import { exitAfter } from './platform/process/exit-after.js';
import { Connections } from './platform/http/limits/connections.js';
import { listeningOn } from './platform/process/listening-on.js';
import { ManagementServer } from './platform/process/management-server.js';
import { measureProcess } from './platform/telemetry/metrics.js';
import { lastWords } from './platform/database/reach-database.js';
import { Readiness } from './platform/process/readiness.js';
import { Telemetry } from './platform/telemetry/telemetry.js';
import { refuseOwner } from './program-role.js';

/** Together with what closes afterwards and with the pause before SIGTERM, less than the 40 s of k8s/base/api. */
const DEADLINE_MS = 25_000;
const CLOSING_MS = 5_000;
/** Behind probes somebody else takes over, so there is time for kept connections to be used once more, and for the news to spread. */
const SILENCE_MS = 5_000;

try {
  const config = loadConfig({ needs: PROGRAM_NEEDS.api });
  await refuseOwner(config);
  const asked = shutdownSignal();
  Telemetry.start(config, 'shop-api');
  measureProcess();
  const management = await ManagementServer.listen(
    config.managementPort,
    asked,
    config.sandbox ? '127.0.0.1' : undefined,
  );
  const app = await createApi(config);
  const connections = new Connections(app.getHttpServer());
  await listeningOn('PORT', config.port, app.listen(config.port, '0.0.0.0'));
  management.attend(app.get(Readiness));
  const signal = await asked;
  const logger = new Logger('Ending');
  logger.log({ signal }, 'no new connections are kept, what is under way is answered');
  const end = async () => {
    const silenceMs = config.managementPort === null || config.sandbox ? 0 : SILENCE_MS;
    const cut = await connections.end({ silenceMs, deadlineMs: DEADLINE_MS });
    if (cut > 0) logger.warn({ cut, deadlineMs: DEADLINE_MS }, 'answers were cut off, they took too long');
    await app.close();
  };
  await exitAfter(end(), DEADLINE_MS + CLOSING_MS);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : lastWords(error)}\n`);
  process.exit(1);
}
