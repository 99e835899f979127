import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startMail } from '../../../sandbox/mail/mail.ts';
import { createDatabase, databaseUrl, startPostgres } from '../../../sandbox/postgres/postgres.ts';
import { startS3 } from '../../../sandbox/s3/start-s3.ts';
import { startStripe } from '../../../sandbox/stripe/start-stripe.ts';
import { type Redis, startRedis } from './redis.ts';

/** The services outside the cluster: PostgreSQL, Redis, and the fakes of S3, SMTP and Stripe. */
export interface ExternalServices {
  databaseUrl: string;
  postgresPid: number;
  /** Undefined when redis-server is not installed; PostgreSQL then stores the queues. */
  redisUrl: string | undefined;
  redis: Redis | undefined;
  s3Url: string;
  stripeUrl: string;
  stripePublishableKey: string;
  mailboxUrl: string;
  /** The values that production reads from its secret store: secrets and URLs. */
  store: Record<string, string>;
  stop(): Promise<void>;
}

/** @returns the database URL of the role that the migration creates for the programs */
function databaseUrlForPrograms(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'shop_programs';
  url.password = randomHex(16);
  return url.href;
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');

const generatedKeys = () => ({
  s3: { accessKeyId: randomHex(8), secretAccessKey: randomHex(24) },
  stripe: {
    secretKey: `sk_test_${randomHex(16)}`,
    publishableKey: `pk_test_${randomHex(16)}`,
    webhookSecret: `whsec_${randomHex(24)}`,
  },
});

const urls = (ownerUrl: string, redisUrl: string | undefined, smtpUrl: string) => ({
  DATABASE_URL: databaseUrlForPrograms(ownerUrl),
  DATABASE_OWNER_URL: ownerUrl,
  REDIS_URL: redisUrl ?? '',
  SMTP_URL: smtpUrl,
});

const secrets = ({ s3, stripe }: ReturnType<typeof generatedKeys>) => ({
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  TOKEN_SECRET: randomHex(32),
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  JWT_KEY_ID: 'k1',
  JWT_PREVIOUS_PUBLIC_KEYS: '',
});

/** @param publicUrl the URL of the shop, to which the Stripe fake sends its webhooks */
export async function startExternalServices(directory: string, publicUrl: string): Promise<ExternalServices> {
  const keys = generatedKeys();
  const cleanups: (() => Promise<void>)[] = [];
  const startAndTrack = async <T extends object>(
    starting: Promise<T>,
    close: (started: T) => Promise<void>,
  ): Promise<T> => {
    const started = await starting;
    cleanups.unshift(() => close(started));
    return started;
  };
  const stop = async () => {
    for (const close of cleanups.splice(0)) await close().catch(() => undefined);
  };
  try {
    // With `fast`, PostgreSQL also ends when this process ends.
    const postgres = await startAndTrack(
      startPostgres({ directory: join(directory, 'postgres'), fast: true, settings: { max_connections: '300' } }),
      (service) => service.stop(),
    );
    const redis = await startAndTrack(
      startRedis(directory).then((server) => ({ server })),
      async ({ server }) => server?.stop(),
    );
    const s3 = await startAndTrack(
      startS3({ directory: join(directory, 's3'), port: 0, region: 'eu-central-1', ...keys.s3 }),
      (service) => service.close(),
    );
    const mail = await startAndTrack(
      startMail({ smtpPort: 0, webPort: 0, directory: join(directory, 'mail') }),
      (service) => service.close(),
    );
    const stripe = await startAndTrack(
      startStripe({ port: 0, webhookUrl: `${publicUrl}/api/payments/webhook`, ...keys.stripe }),
      (service) => service.close(),
    );
    await createDatabase(postgres.url, 'shop');
    const database = databaseUrl(postgres.url, 'shop');
    const redisUrl = redis.server?.url;
    return {
      databaseUrl: database,
      postgresPid: postgres.pid,
      redisUrl,
      redis: redis.server,
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
