import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startMail } from '../../../sandbox/mail/mail.ts';
import { createDatabase, databaseUrl, startPostgres } from '../../../sandbox/postgres/postgres.ts';
import { startS3 } from '../../../sandbox/s3/start-s3.ts';
import { startStripe } from '../../../sandbox/stripe/start-stripe.ts';
import { type Redis, startRedis } from './redis.ts';

/** The services outside the cluster: PostgreSQL, Redis, and fakes with the same protocols. */
export interface ExternalServices {
  databaseUrl: string;
  postgresPid: number;
  /** Undefined without redis-server: the queues are then on PostgreSQL. */
  redisUrl: string | undefined;
  redis: Redis | undefined;
  s3Url: string;
  stripeUrl: string;
  stripePublishableKey: string;
  mailboxUrl: string;
  /** Secrets and URLs of the secret store. */
  store: Record<string, string>;
  stop(): Promise<void>;
}

/** The URL of the database for the role that the migration creates for the programs. */
function urlForPrograms(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'shop_programs';
  url.password = random(16);
  return url.href;
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');

const generatedKeys = () => ({
  s3: { accessKeyId: random(8), secretAccessKey: random(24) },
  stripe: {
    secretKey: `sk_test_${random(16)}`,
    publishableKey: `pk_test_${random(16)}`,
    webhookSecret: `whsec_${random(24)}`,
  },
});

const urls = (ownerUrl: string, redisUrl: string | undefined, smtpUrl: string) => ({
  DATABASE_URL: urlForPrograms(ownerUrl),
  DATABASE_OWNER_URL: ownerUrl,
  REDIS_URL: redisUrl ?? '',
  SMTP_URL: smtpUrl,
});

const secrets = ({ s3, stripe }: ReturnType<typeof generatedKeys>) => ({
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  TOKEN_SECRET: random(32),
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  JWT_KEY_ID: 'k1',
  JWT_PREVIOUS_PUBLIC_KEYS: '',
});

/** @param publicUrl receives the webhooks */
export async function startExternalServices(directory: string, publicUrl: string): Promise<ExternalServices> {
  const keys = generatedKeys();
  const closing: (() => Promise<void>)[] = [];
  const keep = async <T extends object>(starting: Promise<T>, close: (started: T) => Promise<void>): Promise<T> => {
    const started = await starting;
    closing.unshift(() => close(started));
    return started;
  };
  const stop = async () => {
    for (const close of closing.splice(0)) await close().catch(() => undefined);
  };
  try {
    // `fast`: PostgreSQL ends when this process ends.
    const postgres = await keep(
      startPostgres({ directory: join(directory, 'postgres'), fast: true, settings: { max_connections: '300' } }),
      (one) => one.stop(),
    );
    const redis = await keep(
      startRedis(directory).then((found) => ({ found })),
      async ({ found }) => found?.stop(),
    );
    const s3 = await keep(
      startS3({ directory: join(directory, 's3'), port: 0, region: 'eu-central-1', ...keys.s3 }),
      (one) => one.close(),
    );
    const mail = await keep(startMail({ smtpPort: 0, webPort: 0, directory: join(directory, 'mail') }), (one) =>
      one.close(),
    );
    const stripe = await keep(
      startStripe({ port: 0, webhookUrl: `${publicUrl}/api/payments/webhook`, ...keys.stripe }),
      (one) => one.close(),
    );
    await createDatabase(postgres.url, 'shop');
    const database = databaseUrl(postgres.url, 'shop');
    const redisUrl = redis.found?.url;
    return {
      databaseUrl: database,
      postgresPid: postgres.pid,
      redisUrl,
      redis: redis.found,
      s3Url: s3.url,
      stripeUrl: stripe.url,
      stripePublishableKey: keys.stripe.publishableKey,
      mailboxUrl: mail.webUrl,
      store: { ...urls(database, redisUrl, mail.smtpUrl), ...secrets(keys) },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
