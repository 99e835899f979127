import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '#backend/platform/config/config.js';
import { WorkersModule } from '../workers.module.js';
import { StderrLogger } from './stderr-logger.js';
import type { OpsContext } from './verb.js';

/** Loads the shop for the command-line tool. The process starts neither the relay nor a queue worker. */
export async function openOpsContext(config: Config): Promise<OpsContext> {
  const app: INestApplicationContext = await NestFactory.createApplicationContext(
    WorkersModule.with(config, { queues: [], relay: false }),
    {
      logger: new StderrLogger(),
      abortOnError: false,
    },
  );
  return {
    app,
    commands: app.get(CommandBus, { strict: false }),
    queries: app.get(QueryBus, { strict: false }),
    config,
    print: (text) => process.stdout.write(`${text}\n`),
  };
}
