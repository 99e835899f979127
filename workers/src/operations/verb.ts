import type { INestApplicationContext } from '@nestjs/common';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '#backend/platform/config/config.js';

export interface VerbOption {
  /** What stands after it, as the help shows it; a flag has nothing. */
  value?: string;
  about: string;
}

/** What was typed after the name of a verb. */
export interface Given {
  operands: string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

/** The shop as a verb finds it: its messages, and nothing that works by itself. */
export interface OpsContext {
  app: INestApplicationContext;
  commands: CommandBus;
  queries: QueryBus;
  config: Config;
  print(text: string): void;
}

/** Opens the shop, works with it and closes it again. @returns what the work returned */
export type WithShop = (work: (shop: OpsContext) => Promise<0 | 1>) => Promise<0 | 1>;

/** One thing that the operators' tool can do. */
export interface Verb {
  /** E.g. `events show`. */
  name: string;
  /** What stands after the name, as the help shows it, e.g. `<id>`. */
  operands: readonly string[];
  about: string;
  options: Readonly<Record<string, VerbOption>>;
  /**
   * @returns the exit code: 0 done, 1 not done
   * @throws WrongUsage for what cannot be meant, before the shop is opened
   */
  run(given: Given, withShop: WithShop): Promise<0 | 1>;
}
