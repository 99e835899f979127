import { PRODUCTION_FACTS } from '../../backend/test/support/production-facts.ts';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../sandbox/free-port.ts';
import { type Program, runProgram, startProgram } from '../../sandbox/process/program.ts';

export interface Servers {
  /** node:http without a framework. */
  baseline: Program & { url: string };
  /** The built API with production settings, without the response cache. */
  uncached: Program & { url: string };
  /** The built API with production settings and the response cache. */
  cached: Program & { url: string };
  stop(): Promise<void>;
}

const randomHex = () => randomBytes(24).toString('hex');

/** The database role of the programs. The migration creates it. */
const PROGRAM_ROLE = { username: 'shop_programs', password: randomHex() };

/** @returns production settings; no mail server and no Stripe exist, because the measured reads use neither */
export function productionEnvironment(database: string): NodeJS.ProcessEnv {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const url = Object.assign(new URL(database), PROGRAM_ROLE);
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_TLS: 'off',
    PUBLIC_URL: 'https://bench.invalid',
    DATABASE_URL: url.href,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@bench.invalid',
    ...PRODUCTION_FACTS,
    TAX_SCHEME: 'oss',
    DELIVERY_WITHOUT_WAIVER: 'at-once',
    STRIPE_SECRET_KEY: `sk_live_${randomHex()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_live_${randomHex()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomHex()}`,
    TOKEN_SECRET: randomHex(),
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    // High limits, because all load comes from one address.
    RATE_LIMITS: 'browse.ip=9999999/60,read.ip=9999999/60',
  };
}

export async function migrate(root: string, directory: string, database: string, signal: AbortSignal): Promise<void> {
  const args = [join(root, 'dist/programs/migrate.js')];
  const env = { ...productionEnvironment(database), DATABASE_OWNER_URL: database };
  await runProgram({ name: 'The migration', args, root, env, log: join(directory, 'migrate.log') }, signal);
}

export async function startServers(root: string, directory: string, database: string): Promise<Servers> {
  const started: Program[] = [];
  const start = async (name: string, args: string[], env: NodeJS.ProcessEnv) => {
    const port = await freePort();
    const resolvedArgs = args.map((arg) => (arg === 'PORT' ? String(port) : arg));
    const log = join(directory, `${name}.log`);
    const program = startProgram({ name, args: resolvedArgs, root, env: { ...env, PORT: String(port) }, log });
    started.push(program);
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(url, program);
    return { ...program, url };
  };
  const stop = async () => {
    await Promise.all(started.map((program) => program.stop(5_000)));
  };
  try {
    const env = productionEnvironment(database);
    const api = [join(root, 'dist/programs/api.js')];
    const baseline = await start('baseline', [join(root, 'bench/reads/baseline-server.ts'), database, 'PORT'], {
      PATH: process.env.PATH,
    });
    const uncached = await start('uncached', api, { ...env, RESPONSE_CACHE: 'off' });
    const cached = await start('cached', api, env);
    return { baseline, uncached, cached, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(url: string, program: Program): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/health`).catch(() => null);
    if (response) return;
    if (await Promise.race([program.ended, pause(50)])) break;
  }
  throw new Error(`${program.name} does not respond; see ${program.log}`);
}
