import { MikroORM, RequestContext } from '@mikro-orm/core';
import { type Need, OPS_NEEDS } from '#backend/platform/config/needs.js';
import { ConfigError, loadConfig } from '#backend/platform/config/config.js';
import { maskPersonalData } from '#backend/platform/telemetry/logging.js';
import { ApiError } from '#backend/platform/api-error.js';
import { reachDatabase } from '#backend/platform/database/reach-database.js';
import { refuseOwner } from '#backend/program-role.js';
import { help } from './help.js';
import { oneLine } from './one-line.js';
import { parseArguments } from './parse-args.js';
import type { OpsContext, Verb, WithContext } from './verb.js';
import { UsageError } from './usage-error.js';

/** Timeout for closing connections, which an unreachable queue would block. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 invalid arguments */
export async function runOps(words: string[]): Promise<0 | 1 | 2> {
  try {
    const parsed = parseArguments(words);
    if (!parsed.help) return await parsed.verb.run(parsed.given, openContextFor(parsed.verb));
    process.stdout.write(`${help(parsed.verb)}\n`);
    return 0;
  } catch (error) {
    const [code, message] = failureOf(error);
    process.stderr.write(`${message}\n`);
    return code;
  }
}

const openContextFor =
  ({ name }: Verb): WithContext =>
  async (work) => {
    const config = loadConfig({ needs: OPS_NEEDS[name as keyof typeof OPS_NEEDS] as readonly Need[] });
    await reachDatabase(config.databaseUrl, 0);
    await refuseOwner(config);
    // Loaded on demand: loading the shop takes seconds, and invalid options are reported before.
    const { openOpsContext } = await import('./open-ops-context.js');
    const shop = await openOpsContext(config);
    try {
      return await RequestContext.create(shop.app.get(MikroORM).em, () => work(shop));
    } finally {
      await close(shop);
    }
  };

function failureOf(error: unknown): [1 | 2, string] {
  if (error instanceof UsageError) return [2, `${error.message}\n--help shows the usage.`];
  if (error instanceof ApiError) return [1, `${error.code}: ${error.message}`];
  if (error instanceof ConfigError) return [1, error.message];
  const { message, code } = error as NodeJS.ErrnoException;
  return [1, oneLine(`Failed: ${maskPersonalData(message || code || String(error))}`)];
}

async function close({ app }: OpsContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([app.close().catch(() => undefined), timedOut]);
  clearTimeout(timer);
}
