import type { INestApplicationContext } from '@nestjs/common';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '#backend/platform/config/config.js';

export interface VerbOption {
  /** Placeholder of the value in the help, e.g. `<id>`; not set for a flag. */
  value?: string;
  about: string;
}

/** The arguments after the name of a verb. */
export interface Given {
  operands: string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

/** Commands and queries of the shop, without background jobs. */
export interface OpsContext {
  app: INestApplicationContext;
  commands: CommandBus;
  queries: QueryBus;
  config: Config;
  print(text: string): void;
}

/** Opens the context, runs `work` and closes it. @returns the result of `work` */
export type WithContext = (work: (shop: OpsContext) => Promise<0 | 1>) => Promise<0 | 1>;

/** A subcommand of the operators' command-line tool. */
export interface Verb {
  /** E.g. `events show`. */
  name: string;
  /** Operands as shown in the help, e.g. `<id>`; optional ones in brackets. */
  operands: readonly string[];
  about: string;
  options: Readonly<Record<string, VerbOption>>;
  /**
   * @returns the exit code: 0 done, 1 failed
   * @throws {UsageError} for invalid arguments, before the context is opened
   */
  run(given: Given, withContext: WithContext): Promise<0 | 1>;
}
