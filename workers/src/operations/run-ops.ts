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
import type { OpsContext, Verb, WithShop } from './verb.js';
import { UsageError } from './usage-error.js';

/** A queue that is away would hold the tool until it is back. */
const CLOSING_MS = 3_000;

/** Does what a command line asks for. @returns the exit code: 0 done, 1 not done, 2 not understood */
export async function runOps(words: string[]): Promise<0 | 1 | 2> {
  try {
    const understood = parseArguments(words);
    if (!understood.help) return await understood.verb.run(understood.given, withShopFor(understood.verb));
    process.stdout.write(`${help(understood.verb)}\n`);
    return 0;
  } catch (error) {
    const [code, sentence] = failureOf(error);
    process.stderr.write(`${sentence}\n`);
    return code;
  }
}

const withShopFor =
  ({ name }: Verb): WithShop =>
  async (work) => {
    const config = loadConfig({ needs: OPS_NEEDS[name as keyof typeof OPS_NEEDS] as readonly Need[] });
    await reachDatabase(config.databaseUrl, 0);
    await refuseOwner(config);
    // The whole shop takes its time to load, which who mistyped an option does not have to wait for.
    const { openShopInHand } = await import('./open-shop-in-hand.js');
    const shop = await openShopInHand(config);
    try {
      return await RequestContext.create(shop.app.get(MikroORM).em, () => work(shop));
    } finally {
      await close(shop);
    }
  };

function failureOf(error: unknown): [1 | 2, string] {
  if (error instanceof UsageError) return [2, `${error.message}\n--help shows what can be said.`];
  if (error instanceof ApiError) return [1, `${error.code}: ${error.message}`];
  if (error instanceof ConfigError) return [1, error.message];
  const { message, code } = error as NodeJS.ErrnoException;
  return [1, oneLine(`Not done: ${maskPersonalData(message || code || String(error))}`)];
}

async function close({ app }: OpsContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSING_MS);
  });
  await Promise.race([app.close().catch(() => undefined), late]);
  clearTimeout(timer);
}
