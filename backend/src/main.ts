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
import { formatFatalError } from './platform/database/reach-database.js';
import { Readiness } from './platform/process/readiness.js';
import { Telemetry } from './platform/telemetry/telemetry.js';
import { refuseOwnerRole } from './program-role.js';

/** How long requests in flight may take after SIGTERM. */
const DEADLINE_MS = 25_000;
/**
 * How long the application may take to close after the last response. DEADLINE_MS, CLOSING_MS and the preStop pause must
 * together fit into the grace period of 40 s (k8s/base/api).
 */
const CLOSING_MS = 5_000;
/**
 * Keep-alive connections stay open this long after SIGTERM, while the load balancer removes this pod. Without a
 * management port, and with fakes (SANDBOX), there is no load balancer, so these connections close immediately.
 */
const IDLE_MS = 5_000;

try {
  const config = loadConfig({ needs: PROGRAM_NEEDS.api });
  await refuseOwnerRole(config);
  const shutdown = shutdownSignal();
  Telemetry.start(config, 'shop-api');
  measureProcess();
  const management = await ManagementServer.listen(
    config.managementPort,
    shutdown,
    config.sandbox ? '127.0.0.1' : undefined,
  );
  const app = await createApi(config);
  const connections = new Connections(app.getHttpServer());
  await listeningOn('PORT', config.port, app.listen(config.port, '0.0.0.0'));
  management.setReadiness(app.get(Readiness));
  const signal = await shutdown;
  const logger = new Logger('Shutdown');
  logger.log({ signal }, 'shutting down: keep-alive ends, requests in flight finish');
  const end = async () => {
    const silenceMs = config.managementPort === null || config.sandbox ? 0 : IDLE_MS;
    const cutOff = await connections.end({ silenceMs, deadlineMs: DEADLINE_MS });
    if (cutOff > 0) logger.warn({ cut: cutOff, deadlineMs: DEADLINE_MS }, 'responses cut off at the shutdown deadline');
    await app.close();
  };
  await exitAfter(end(), DEADLINE_MS + CLOSING_MS);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : formatFatalError(error)}\n`);
  process.exit(1);
}
