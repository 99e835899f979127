import { AsyncLocalStorage } from 'node:async_hooks';
import { type Need, NEEDS } from './needs.js';
import { readCommon, readPart } from './parts.js';
import { ConfigReader } from './reader.js';
import type { CommonConfig, ConfigFor, ConfigParts } from './types.js';

export type { CommonConfig, Config, ConfigFor, HomeStats } from './types.js';

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Thrown when code reads a setting that needs.ts does not list for its program or queue, which is a programming error. */
class SettingNotRequested extends Error {
  constructor(field: string, need: Need) {
    super(
      `config.${field} belongs to the part "${need}", which config/needs.ts does not grant to this program or queue`,
    );
  }
}

const allowedNeeds = new AsyncLocalStorage<readonly Need[]>();

/** Runs `work` with access to only these parts of the configuration, even if the process has loaded more parts. */
export function withinNeeds<T>(needs: readonly Need[], work: () => T): T {
  return allowedNeeds.run(needs, work);
}

/**
 * Reads and validates the environment variables; no other code reads them. For each NAME, the operator can set NAME_FILE
 * to the path of a mounted secret instead. Settings of parts that are not in `needs` are neither read nor validated.
 * @throws {ConfigError} with the name, never the value, of every variable that is missing or invalid
 */
export function loadConfig<N extends Need>({
  needs,
  env = process.env,
}: {
  needs: readonly N[];
  env?: NodeJS.ProcessEnv;
}): ConfigFor<N> {
  const reader = new ConfigReader(env);
  const common = readCommon(reader, needs);
  const parts = needs.map((need) => [need, readPart(need, reader, common)] as const);
  if (reader.problems.length > 0) throw new ConfigError([...new Set(reader.problems)]);
  return guardParts(common, new Map(parts)) as ConfigFor<N>;
}

/**
 * Defines a getter for each field of each part. It throws when the part is not loaded or not allowed here. Fields of parts
 * that are not loaded are not enumerable.
 */
function guardParts(common: CommonConfig, parts: ReadonlyMap<Need, object>): object {
  const config = { ...common };
  for (const need of NEEDS) {
    const part = parts.get(need) as Record<string, unknown> | undefined;
    for (const field of FIELDS[need]) {
      const get = () => {
        const allowed = allowedNeeds.getStore();
        if (!part || (allowed && !allowed.includes(need))) throw new SettingNotRequested(field, need);
        return part[field];
      };
      Object.defineProperty(config, field, { get, enumerable: part !== undefined });
    }
  }
  return config;
}

const FIELDS: { [N in Need]: (keyof ConfigParts[N] & string)[] } = {
  database: ['databaseUrl'],
  owner: ['databaseOwnerUrl'],
  queue: ['redisUrl'],
  storage: ['s3'],
  mail: ['mail'],
  payments: ['stripe'],
  checkout: ['checkout'],
  sessions: ['jwt'],
  tokens: ['tokenSecret'],
  seller: ['supportEmail', 'seller'],
  books: ['books'],
  tax: ['tax'],
  delivery: ['delivery'],
};
