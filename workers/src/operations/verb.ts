import type { INestApplicationContext } from '@nestjs/common';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import type { Config } from '#backend/platform/config/config.js';

/** The loaded shop, which a verb uses. It runs no jobs. */
export interface OpsContext {
  app: INestApplicationContext;
  commands: CommandBus;
  queries: QueryBus;
  config: Config;
  print(text: string): void;
}

/** The work of a verb. @returns the exit code: 0 done, 1 failed */
export type Work = (shop: OpsContext) => Promise<0 | 1>;

/** Loads the shop, runs `work` and closes the shop. */
export type WithContext = (work: Work) => Promise<void>;

/**
 * Adds a subcommand of the operators' command-line tool to `parent`. The action of the subcommand checks its arguments
 * before it calls `withContext`, and throws {InvalidArgumentError} when one is invalid.
 */
export type Verb = (parent: Command, withContext: WithContext) => void;
