import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommanderError } from 'commander';
import pTimeout from 'p-timeout';
import { type Need, OPS_NEEDS } from '#backend/platform/config/needs.js';
import { ConfigError, loadConfig } from '#backend/platform/config/config.js';
import { maskPersonalData } from '#backend/platform/telemetry/logging.js';
import { ApiError } from '#backend/platform/api-error.js';
import { reachDatabase } from '#backend/platform/database/reach-database.js';
import { refuseOwnerRole } from '#backend/program-role.js';
import { terminalLine } from './terminal-line.js';
import { opsProgram, type VerbName } from './program.js';
import type { Work } from './verb.js';

/** Timeout for closing all connections, because an unreachable queue would block the closing. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 invalid arguments */
export async function runOps(args: string[]): Promise<0 | 1 | 2> {
  try {
    let code: 0 | 1 = 0;
    const program = opsProgram(async (name, work) => void (code = await runWithContext(name, work)));
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const [code, message] = toExit(error);
    if (message) process.stderr.write(`${message}\n`);
    return code;
  }
}

async function runWithContext(name: VerbName, work: Work): Promise<0 | 1> {
  const config = loadConfig({ needs: OPS_NEEDS[name] as readonly Need[] });
  await reachDatabase(config.databaseUrl, 0);
  await refuseOwnerRole(config);
  // Loading the shop takes seconds, so it is loaded only after the options are valid.
  const { openOpsContext } = await import('./open-ops-context.js');
  const shop = await openOpsContext(config);
  try {
    return await RequestContext.create(shop.app.get(MikroORM).em, () => work(shop));
  } finally {
    await pTimeout(shop.app.close(), { milliseconds: CLOSE_TIMEOUT_MS }).catch(() => undefined);
  }
}

function toExit(error: unknown): [0 | 1 | 2, string?] {
  if (error instanceof CommanderError) {
    // Commander has already printed the help.
    if (error.message === '(outputHelp)') return [error.exitCode === 0 ? 0 : 2];
    return [2, `${error.message}\n--help shows the usage.`];
  }
  if (error instanceof ApiError) return [1, `${error.code}: ${error.message}`];
  if (error instanceof ConfigError) return [1, error.message];
  const { message, code } = error as NodeJS.ErrnoException;
  return [1, terminalLine(`Failed: ${maskPersonalData(message || code || String(error))}`)];
}
