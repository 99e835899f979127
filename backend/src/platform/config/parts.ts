import proxyAddr from '@fastify/proxy-addr';
import { readDatev } from './books-settings.js';
import type { CommonConfig, ConfigParts } from './types.js';
import type { Need } from './needs.js';
import type { ConfigReader } from './reader.js';
import { readLimits } from '../http/limits/limits-rules.js';
import { type QueueName, QUEUES } from '../events/queue-names.js';
import { readKeys } from '../read-keys.js';
import { readSellerFacts, readTaxIds } from './seller-facts.js';
import { readDelivery } from './delivery-part.js';
import { readPlaces, readTaxScheme } from './tax-parts.js';
import { isPublishedKey, isThisMachine, SUPERUSERS } from './weak-settings.js';

const ENVIRONMENTS = ['development', 'test', 'production'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** With a larger factor, the limits on sign-ins and mails would no longer protect anything. */
const MAX_LIMIT_FACTOR = 10;
/** An arbitrary public address, from a network reserved for documentation. */
const SAMPLE_CLIENT = '203.0.113.7';
/** Parts that need PUBLIC_URL: their code builds links to the shop's pages or allows these pages to upload to S3. */
const NEED_PUBLIC_URL: ReadonlySet<Need> = new Set(['storage', 'mail', 'checkout', 'sessions', 'seller']);

/** Reads the settings that all programs have. */
export function readCommon(read: ConfigReader, needs: readonly Need[]): CommonConfig {
  const environment = read.text('NODE_ENV') ?? 'development';
  if (!ENVIRONMENTS.includes(environment)) read.problem('NODE_ENV', `must be one of ${ENVIRONMENTS.join(', ')}`);
  read.refuse(
    read.text('NODE_TLS_REJECT_UNAUTHORIZED') === '0',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'turns certificate validation off',
  );
  const port = read.port('PORT', 3000);
  const publicUrl = readPublicUrl(read, port, needs);
  const logLevel = read.text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) read.problem('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`);
  const sandbox = read.text('SANDBOX') === 'true';
  read.refuse(sandbox, 'SANDBOX', 'fakes never run in production');
  const confinementRequired = read.onOff('CONFINEMENT_REQUIRED', read.production ? 'on' : 'off');
  read.refuse(!confinementRequired, 'CONFINEMENT_REQUIRED', 'production never decodes uploads without confinement');
  const managementPort = read.text('MANAGEMENT_PORT') ? read.port('MANAGEMENT_PORT', 0) : null;
  if (managementPort === port)
    read.problem('MANAGEMENT_PORT', 'the same as PORT; probes and metrics need a separate port');
  return {
    production: read.production,
    sandbox,
    port,
    publicUrl,
    shopName: read.text('SHOP_NAME') ?? 'Pattern Marketplace',
    socialLinks: (read.list('SOCIAL_LINKS') ?? []).map((link) => read.webUrl('SOCIAL_LINKS', link)!),
    storefrontDir: read.text('STOREFRONT_DIR') ?? null,
    mailboxUrl: read.webUrl('MAILBOX_URL'),
    homeStats: readHomeStats(read),
    secondFactorRequired: read.onOff('SECOND_FACTOR_REQUIRED', read.production ? 'on' : 'off'),
    confinementRequired,
    limits: readRateLimits(read),
    trustedProxies: readProxies(read),
    corsOrigins: readOrigins(read),
    responseCache: read.onOff('RESPONSE_CACHE'),
    maxRequests: read.count('MAX_REQUESTS', 200, 10_000),
    databaseConnections: read.count('DATABASE_CONNECTIONS', 10, 100),
    managementPort,
    worker: { queues: readQueues(read), relay: read.onOff('WORKER_RELAY') },
    tracesEndpoint: read.webUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? null,
    logLevel,
  };
}

const PARTS: { [N in Need]: (read: ConfigReader, common: CommonConfig) => ConfigParts[N] } = {
  database: (read) => ({ databaseUrl: readDatabaseUrl(read, 'DATABASE_URL') }),
  owner: (read) => ({
    databaseOwnerUrl: readDatabaseUrl(read, read.text('DATABASE_OWNER_URL') ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'),
  }),
  queue: (read) => ({ redisUrl: readRedisUrl(read) }),
  storage: (read) => ({
    s3: {
      endpoint: requireHttps(read, 'S3_ENDPOINT', read.webUrl('S3_ENDPOINT')),
      publicEndpoint: requireHttps(read, 'S3_PUBLIC_ENDPOINT', read.urlOrPath('S3_PUBLIC_ENDPOINT', 'S3_ENDPOINT')),
      region: read.text('S3_REGION') ?? 'eu-central-1',
      bucket: read.text('S3_BUCKET') ?? 'patterns',
      accessKeyId: read.id('S3_ACCESS_KEY_ID'),
      secretAccessKey: read.text('S3_SECRET_ACCESS_KEY') ? read.secret('S3_SECRET_ACCESS_KEY', 'the S3 secret') : null,
    },
  }),
  mail: (read) => ({
    mail: {
      smtpUrl: readSmtpUrl(read),
      from: read.operatorText('MAIL_FROM', 'the sender of mails', 'Pattern Marketplace <shop@example.com>'),
    },
  }),
  payments: (read) => {
    const secretKey = read.secret('STRIPE_SECRET_KEY', 'the secret key of the Stripe account');
    read.refuse(
      !/^(sk|rk)_live_/.test(secretKey),
      'STRIPE_SECRET_KEY',
      'a test key or not a key of Stripe; production needs a live key (sk_live_… or rk_live_…)',
    );
    const apiBase = read.webUrl('STRIPE_API_BASE');
    // With a fake, the storefront shows its own card form. Customers must never enter real card numbers there.
    read.refuse(apiBase !== null, 'STRIPE_API_BASE', 'points to a fake; never in production');
    // STRIPE_PUBLIC_BASE is ignored without STRIPE_API_BASE: otherwise the browser would send real card numbers to its URL.
    const publicBase = apiBase && (read.urlOrPath('STRIPE_PUBLIC_BASE', 'STRIPE_API_BASE') ?? apiBase);
    return { stripe: { secretKey, apiBase, publicBase } };
  },
  checkout: (read) => {
    const publishableKey = read.text('STRIPE_PUBLISHABLE_KEY') ?? null;
    read.refuse(
      !publishableKey?.startsWith('pk_live_'),
      'STRIPE_PUBLISHABLE_KEY',
      'production needs the live key (pk_live_…) that belongs to STRIPE_SECRET_KEY',
    );
    return {
      checkout: {
        publishableKey,
        webhookSecret: read.secret('STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook endpoint'),
      },
    };
  },
  sessions: (read, { publicUrl }) => {
    const privateKey = read.required('JWT_PRIVATE_KEY', 'an EC P-256 private key in PEM form').replaceAll('\\n', '\n');
    const keyId = read.text('JWT_KEY_ID') ?? 'k1';
    const previous = read.text('JWT_PREVIOUS_PUBLIC_KEYS');
    const publicKeys = readKeys({ privateKey, keyId, previous }, read.problems);
    read.refuse(isPublishedKey(publicKeys[keyId] ?? ''), 'JWT_PRIVATE_KEY', 'a key that is published in a repository');
    const issuer = read.text('JWT_ISSUER') ?? publicUrl;
    return {
      jwt: { privateKey, keyId, publicKeys, issuer, audience: read.text('JWT_AUDIENCE') ?? 'pattern-marketplace' },
    };
  },
  tokens: (read) => ({ tokenSecret: read.secret('TOKEN_SECRET', 'at least 32 random characters', 32) }),
  seller: (read) => ({
    supportEmail: read.operatorText(
      'SUPPORT_EMAIL',
      'the address that customers write to; the pages /impressum, /widerruf, /contact and every mail need it',
      'support@example.com',
    ),
    seller: { ...readSellerFacts(read), ...readTaxIds(read) },
  }),
  books: (read) => ({ books: { datev: readDatev(read) } }),
  tax: (read) => ({ tax: { scheme: readTaxScheme(read), places: readPlaces(read) } }),
  delivery: (read) => ({ delivery: { withoutWaiver: readDelivery(read) } }),
};

export function readPart<N extends Need>(need: N, read: ConfigReader, common: CommonConfig): ConfigParts[N] {
  return PARTS[need](read, common);
}

function readPublicUrl(read: ConfigReader, port: number, needs: readonly Need[]): string {
  const value = read.webUrl('PUBLIC_URL');
  const isNeeded = needs.some((need) => NEED_PUBLIC_URL.has(need));
  read.refuse(value === null && isNeeded, 'PUBLIC_URL', 'missing; links in mails are built from it');
  if (value !== null && URL.canParse(value)) {
    const { protocol, hostname } = new URL(value);
    read.refuse(protocol !== 'https:', 'PUBLIC_URL', 'not https; passwords and links would travel unencrypted');
    read.refuse(isThisMachine(hostname), 'PUBLIC_URL', 'names this machine, which clients cannot reach');
  }
  return value ?? `http://localhost:${port}`;
}

/** In production, the connection must use TLS and verify the server's certificate, unless DATABASE_TLS is off. */
function readDatabaseUrl(read: ConfigReader, name: string): string {
  const value = read.url(name, read.required(name, 'the PostgreSQL connection string'), ['postgres:', 'postgresql:']);
  if (!value) return '';
  const lacksTls = !/[?&]sslmode=verify-full(&|$)/.test(value);
  read.refuse(
    read.onOff('DATABASE_TLS') && lacksTls,
    name,
    'lacks ?sslmode=verify-full; where the network is private, set DATABASE_TLS=off instead',
  );
  if (name !== 'DATABASE_URL' || !URL.canParse(value)) return value;
  const role = new URL(value).username;
  const owner = read.text('DATABASE_OWNER_URL');
  const isOwner = owner !== undefined && URL.canParse(owner) && new URL(owner).username === role;
  read.refuse(
    SUPERUSERS.test(role) || isOwner,
    name,
    'names a superuser or the owner of the schema; programs need a separate role',
  );
  return value;
}

function readRedisUrl(read: ConfigReader): string | null {
  const value = read.url('REDIS_URL', read.text('REDIS_URL'), ['redis:', 'rediss:']);
  if (value !== null && URL.canParse(value)) {
    read.refuse(new URL(value).password === '', 'REDIS_URL', 'has no password; expected redis://:password@host');
  }
  return value;
}

function requireHttps(read: ConfigReader, name: string, value: string | null): string | null {
  read.refuse(value?.startsWith('http:') ?? false, name, 'not https; files and keys would travel unencrypted');
  return value;
}

function readSmtpUrl(read: ConfigReader): string {
  const expected = 'the mail server, e.g. smtps://user:password@host';
  const value = read.url('SMTP_URL', read.required('SMTP_URL', expected), ['smtp:', 'smtps:']);
  if (value !== null && URL.canParse(value)) {
    const { protocol, searchParams } = new URL(value);
    const unencrypted = protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true';
    read.refuse(unencrypted, 'SMTP_URL', 'sends mails unencrypted; use smtps://, or smtp:// with ?requireTLS=true');
    const unverified =
      searchParams.get('ignoreTLS') === 'true' || searchParams.get('tls.rejectUnauthorized') === 'false';
    read.refuse(unverified, 'SMTP_URL', 'turns TLS or certificate validation off');
  }
  return value ?? '';
}

/** Production counts each figure unless the operator sets it, because the documented figures are not those of this shop. */
function readHomeStats(read: ConfigReader): CommonConfig['homeStats'] {
  const live = read.text('HOME_STATS') === 'live';
  if (read.text('HOME_STATS') && !live) read.problem('HOME_STATS', 'must be live or unset');
  const figure = (name: string, documented: string) =>
    live ? 'live' : (read.text(name) ?? (read.production ? 'live' : documented));
  return {
    patterns: figure('HOME_STATS_PATTERNS', '2,500+'),
    customers: figure('HOME_STATS_CUSTOMERS', '50,000+'),
    designers: figure('HOME_STATS_DESIGNERS', '150+'),
    rating: figure('HOME_STATS_RATING', '4.9/5'),
  };
}

function readRateLimits(read: ConfigReader): CommonConfig['limits'] {
  const limits = readLimits(read.text('RATE_LIMITS'), read.text('RATE_LIMIT_FACTOR'), read.problems);
  read.refuse(
    limits.factor > MAX_LIMIT_FACTOR,
    'RATE_LIMIT_FACTOR',
    `above ${MAX_LIMIT_FACTOR}; to change single limits, use RATE_LIMITS`,
  );
  return limits;
}

/** Validates the list with the parser that Fastify uses. */
function readProxies(read: ConfigReader): string[] {
  const proxies = read.list('TRUSTED_PROXIES') ?? ['loopback'];
  try {
    const trusts = proxyAddr.compile(proxies);
    read.refuse(
      trusts(SAMPLE_CLIENT, 1),
      'TRUSTED_PROXIES',
      'trusts every client to state its own address, which would bypass the rate limits',
    );
  } catch {
    read.problem('TRUSTED_PROXIES', 'not addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal');
  }
  return proxies;
}

function readOrigins(read: ConfigReader): string[] {
  const origins = (read.list('CORS_ORIGINS') ?? []).map((origin) => read.webUrl('CORS_ORIGINS', origin)!);
  read.refuse(
    origins.some((origin) => origin.startsWith('http:')),
    'CORS_ORIGINS',
    'names an origin without https',
  );
  return origins;
}

/** The value `none` is for a process that runs only the relay. */
function readQueues(read: ConfigReader): readonly QueueName[] {
  const value = read.text('WORKER_QUEUES');
  if (!value) return QUEUES;
  if (value === 'none') return [];
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(QUEUES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    read.problem('WORKER_QUEUES', `"${unknown.join(', ')}" is not a queue; queues: ${QUEUES.join(', ')}, or none`);
  }
  return QUEUES.filter((name) => names.includes(name));
}
