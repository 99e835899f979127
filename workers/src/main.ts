import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import 'reflect-metadata';
import { shutdownSignal } from '#backend/platform/process/shutdown-signal.js';
import { PROGRAM_NEEDS, workerNeeds } from '#backend/platform/config/needs.js';
import { ConfigError, loadConfig } from '#backend/platform/config/config.js';
import { exitAfter } from '#backend/platform/process/exit-after.js';
import { Files } from '#backend/platform/storage/files.js';
import { ManagementServer } from '#backend/platform/process/management-server.js';
import { measureProcess } from '#backend/platform/telemetry/metrics.js';
import { formatFatalError, reachDatabase } from '#backend/platform/database/reach-database.js';
import { Readiness } from '#backend/platform/process/readiness.js';
import { Telemetry } from '#backend/platform/telemetry/telemetry.js';
import { refuseOwnerRole } from '#backend/program-role.js';
import { reactions, schedules } from './reactions.js';
import { checkDecoding } from './runtime/check-decoding.js';
import { prepareStorage } from './runtime/prepare-storage.js';
import { WorkersModule } from './workers.module.js';

/**
 * How long the application may take to close after the last job has ended. The termination grace period in k8s/base/workers
 * includes this time.
 */
const CLOSING_MS = 5_000;
/** How long the process waits for the database to restart before it exits with an error. */
const DATABASE_TIMEOUT_MS = 120_000;

try {
  const shutdown = shutdownSignal();
  const { worker } = loadConfig({ needs: [] });
  const needs = workerNeeds(worker.queues);
  const config = loadConfig({ needs: [...PROGRAM_NEEDS.workers, ...needs] });
  Telemetry.start(config, 'shop-workers');
  measureProcess();
  const management = await ManagementServer.listen(
    config.managementPort,
    shutdown,
    config.sandbox ? '127.0.0.1' : undefined,
  );
  // The wait for the database runs in parallel with the creation of the application, which needs no database.
  const databaseReached = reachDatabase(config.databaseUrl, DATABASE_TIMEOUT_MS, (reason) =>
    process.stderr.write(`${reason}; trying again for up to ${DATABASE_TIMEOUT_MS / 1_000} s\n`),
  );
  databaseReached.catch(() => undefined);
  const app = await NestFactory.createApplicationContext(WorkersModule.with(config), {
    bufferLogs: true,
    abortOnError: false,
  });
  await databaseReached;
  await refuseOwnerRole(config);
  app.useLogger(app.get(Logger));
  if (needs.includes('storage')) void prepareStorage(app.get(Files));
  if (config.worker.queues.includes('masters')) void checkDecoding(config.confinementRequired);
  management.setReadiness(app.get(Readiness));
  app.get(Logger).log('workers ready');
  const signal = await shutdown;
  app.get(Logger).log({ signal }, 'shutting down, finishing running jobs');
  // The process exits no later than CLOSING_MS after the longest deadline of its jobs. If the process is killed before a job
  // has ended, the lock of the job expires and another worker runs the job.
  const jobs = [...reactions, ...schedules].filter(({ queue }) => config.worker.queues.includes(queue));
  await exitAfter(app.close(), Math.max(CLOSING_MS, ...jobs.map(({ deadlineMs }) => deadlineMs)) + CLOSING_MS);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : formatFatalError(error)}\n`);
  process.exit(1);
}
