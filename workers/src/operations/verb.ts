import type { INestApplicationContext } from '@nestjs/common';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import type { Config } from '#backend/platform/config/config.js';

/** The running shop of a verb: its commands and queries, without background jobs. */
export interface OpsContext {
  app: INestApplicationContext;
  commands: CommandBus;
  queries: QueryBus;
  config: Config;
  print(text: string): void;
}

/** The work of a verb. @returns the exit code: 0 done, 1 failed */
export type Work = (shop: OpsContext) => Promise<0 | 1>;

/** Opens the context, runs `work` and closes the context. */
export type WithContext = (work: Work) => Promise<void>;

/**
 * Declares a subcommand of the operators' command-line tool. Its action throws {InvalidArgumentError} for invalid
 * arguments, before it opens the context.
 */
export type Verb = (parent: Command, withContext: WithContext) => void;
