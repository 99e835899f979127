import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Settings with which a shop is started. For a service without a URL, `startShop` starts a local service; without `redisUrl`
 * the queues are in PostgreSQL.
 */
export interface Settings {
  dataDir: string;
  port: number;
  publicUrl: string;
  databaseUrl: string | undefined;
  /** URL for the role that owns the schema; default: `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  redisUrl: string | undefined;
  s3Endpoint: string | undefined;
  smtpUrl: string | undefined;
  stripeSecretKey: string | undefined;
  /** All variables of the environment; the programs get them too. */
  env: NodeJS.ProcessEnv;
}

const HTTP_PROTOCOLS = ['http:', 'https:'];
const NAMES_WITH_FILE = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'JWT_PRIVATE_KEY',
];

/**
 * Reads and validates the environment. NAME_FILE can name a file that contains the value of NAME.
 * @throws {StartError} with one line per invalid variable
 */
export function readSettings(root: string, environment: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const env = readFiles(environment, problems);
  const url = (name: string, protocols: string[]): string | undefined => {
    const value = env[name];
    if (value && !(URL.canParse(value) && protocols.includes(new URL(value).protocol))) {
      problems.push(`${name}: not a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return value;
  };

  const port = /^\d{1,5}$/.test(env.PORT ?? '3000') ? Number(env.PORT ?? 3000) : Number.NaN;
  if (!(port >= 1 && port <= 65_535)) problems.push('PORT: not a port number between 1 and 65535');
  const s3Endpoint = url('S3_ENDPOINT', HTTP_PROTOCOLS);
  if (s3Endpoint) {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (!env[name]) problems.push(`${name}: missing; S3_ENDPOINT needs it`);
    }
  }
  if (env.JWT_PRIVATE_KEY && !isSigningKey(env.JWT_PRIVATE_KEY)) {
    problems.push('JWT_PRIVATE_KEY: not an EC P-256 private key in PEM form');
  }
  const settings: Settings = {
    dataDir: resolve(root, env.DATA_DIR ?? '.data'),
    port,
    publicUrl: url('PUBLIC_URL', HTTP_PROTOCOLS)?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseOwnerUrl: url('DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    s3Endpoint,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    env,
  };
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return settings;
}

/** @returns the trimmed values without the empty ones; each NAME_FILE is replaced by NAME with the content of the file */
function readFiles(environment: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value?.trim()) env[name] = value.trim();
  }
  for (const name of NAMES_WITH_FILE) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    delete env[`${name}_FILE`];
    try {
      env[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: ${join(file)} cannot be read`);
    }
  }
  return env;
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n')).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
