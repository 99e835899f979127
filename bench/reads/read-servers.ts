import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../sandbox/free-port.ts';
import { type Program, runProgram, startProgram } from '../../sandbox/process/program.ts';

export interface Servers {
  floor: Program & { url: string };
  /** The built API with production settings, without the response cache. */
  uncached: Program & { url: string };
  cached: Program & { url: string };
  stop(): Promise<void>;
}

const random = () => randomBytes(24).toString('hex');

/** The migration creates this role for the programs. */
const PROGRAMS = { username: 'shop_programs', password: random() };

/** Production settings; reads send no request to the services that it names. */
export function productionEnvironment(database: string): NodeJS.ProcessEnv {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const url = Object.assign(new URL(database), PROGRAMS);
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_TLS: 'off',
    PUBLIC_URL: 'https://bench.invalid',
    DATABASE_URL: url.href,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@bench.invalid',
    SUPPORT_EMAIL: 'support@bench.invalid',
    SELLER_NAME: 'Bench',
    SELLER_ADDRESS: 'Nowhere 1',
    SELLER_TAX_NUMBER: '1',
    STRIPE_SECRET_KEY: `sk_live_${random()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_live_${random()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
    TOKEN_SECRET: random(),
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    // All load comes from one address.
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
    const given = args.map((one) => (one === 'PORT' ? String(port) : one));
    const log = join(directory, `${name}.log`);
    const program = startProgram({ name, args: given, root, env: { ...env, PORT: String(port) }, log });
    started.push(program);
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, program);
    return { ...program, url };
  };
  const stop = async () => {
    await Promise.all(started.map((program) => program.stop(5_000)));
  };
  try {
    const env = productionEnvironment(database);
    const api = [join(root, 'dist/programs/api.js')];
    const floor = await start('floor', [join(root, 'bench/reads/floor-server.ts'), database, 'PORT'], {
      PATH: process.env.PATH,
    });
    const uncached = await start('uncached', api, { ...env, RESPONSE_CACHE: 'off' });
    const cached = await start('cached', api, env);
    return { floor, uncached, cached, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(url: string, program: Program): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/health`).catch(() => null);
    if (response) return;
    if (await Promise.race([program.ended, pause(50)])) break;
  }
  throw new Error(`${program.name} does not respond; see ${program.log}`);
}
