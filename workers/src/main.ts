import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import 'reflect-metadata';
import { ConfigError, loadConfig } from '#backend/platform/config.js';
import { Files } from '#backend/platform/files.js';
import { WorkersModule } from './workers.module.js';

try {
  const app = await NestFactory.createApplicationContext(WorkersModule.with(loadConfig()), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  // SIGTERM: no new jobs, the running ones finish, then the connections close.
  app.enableShutdownHooks();
  await app.get(Files).ensureBucket();
  app.get(Logger).log('workers ready');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
