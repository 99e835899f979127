import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** The secrets of a deployment. */
export interface Secrets {
  /** EC P-256, PKCS 8, PEM. */
  jwtPrivateKey: string;
  tokenSecret: string;
  /** Password of the database role of the programs. The owner of the schema uses the password that postgres.ts creates. */
  databasePassword: string;
  s3AccessKeyId: string;
  s3SecretAccessKey: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
}

/** @returns the secrets of a data directory; the first start creates them, in a file that only its owner can read */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? parse(file) : {};
  const secrets = { ...generate(), ...kept };
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}

function parse(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    throw new StartError(
      `${file} cannot be read. Restore it, or remove the data directory to start with an empty shop.`,
    );
  }
}

function generate(): Secrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwtPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    tokenSecret: random(32),
    databasePassword: random(24),
    s3AccessKeyId: `SANDBOX${random(6).toUpperCase()}`,
    s3SecretAccessKey: random(24),
    stripeSecretKey: `sk_test_${random(16)}`,
    stripePublishableKey: `pk_test_${random(16)}`,
    stripeWebhookSecret: `whsec_${random(24)}`,
  };
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');
