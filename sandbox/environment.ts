import { join } from 'node:path';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { region, type Fakes } from './fakes.ts';

/** The default of RATE_LIMIT_FACTOR for `npm start`. */
export const DEFAULT_RATE_LIMIT_FACTOR = '50';

/**
 * @returns the environment of API, workers and seed: the environment of this process with addresses and keys of the fakes
 */
export function environment(root: string, settings: Settings, secrets: Secrets, fakes: Fakes): NodeJS.ProcessEnv {
  const { env, databaseUrl, smtpUrl } = settings;
  const { s3, mail, stripe } = fakes;
  return {
    JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
    TOKEN_SECRET: secrets.tokenSecret,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    S3_BUCKET: 'patterns',
    S3_REGION: region,
    S3_PUBLIC_ENDPOINT: settings.s3Endpoint,
    MAIL_FROM: 'Pattern Marketplace <shop@example.com>',
    // One developer sends as many requests as a hundred visitors, from one IP address.
    RATE_LIMIT_FACTOR: DEFAULT_RATE_LIMIT_FACTOR,
    STOREFRONT_DIR: join(root, 'dist/storefront'),
    ...withoutNpmVariables(env),
    NODE_ENV: 'development',
    SANDBOX: 'true',
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    DATABASE_URL: databaseUrl ?? urlForPrograms(fakes.databaseUrl, secrets),
    DATABASE_OWNER_URL: undefined,
    SMTP_URL: smtpUrl ?? mail?.smtpUrl,
    ...(mail ? { MAILBOX_URL: mail.webUrl } : {}),
    ...(s3
      ? {
          S3_ENDPOINT: s3.url,
          // A path, because other devices can reach only the port of the shop.
          S3_PUBLIC_ENDPOINT: '/storage',
          S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
          S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
          S3_REGION: region,
        }
      : {}),
    ...(stripe
      ? {
          STRIPE_API_BASE: stripe.url,
          STRIPE_PUBLIC_BASE: '/card-provider',
          STRIPE_SECRET_KEY: secrets.stripeSecretKey,
          STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
          STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        }
      : {}),
  };
}

/** @returns the environment of the migration, with the role that owns the schema */
export function migrationEnvironment(env: NodeJS.ProcessEnv, settings: Settings, fakes: Fakes): NodeJS.ProcessEnv {
  return { ...env, DATABASE_OWNER_URL: settings.databaseOwnerUrl ?? settings.databaseUrl ?? fakes.databaseUrl };
}

/** @returns the URL of the local database for the role of the programs, which the migration creates */
function urlForPrograms(ownerUrl: string | undefined, { databasePassword }: Secrets): string | undefined {
  if (!ownerUrl) return undefined;
  const url = new URL(ownerUrl);
  url.username = 'shop_programs';
  url.password = databasePassword;
  return url.href;
}

/** @returns the environment without NODE_OPTIONS and without the variables that npm sets for its scripts */
function withoutNpmVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_OPTIONS'),
  );
}
