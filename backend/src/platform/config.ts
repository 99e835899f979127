import { readFileSync } from 'node:fs';
import { type LimitSettings, readLimits } from './http/limits-rules.js';
import { readProxies } from './http/trusted-proxies.js';
import { type QueueName, readQueues } from './queue-names.js';
import { readKeys } from './read-keys.js';

/** Null is not shown. */
export interface HomeStats {
  patterns: string | null;
  customers: string | null;
  designers: string | null;
  rating: string | null;
}

export interface Config {
  production: boolean;
  sandbox: boolean;
  port: number;
  /** Origin that visitors type, without a trailing slash. Links in mails are built from it, never from the Host header. */
  publicUrl: string;
  shopName: string;
  supportEmail: string;
  /** Where else the shop can be found; shown in the footer. */
  socialLinks: string[];
  /** Stands on every invoice, which nobody can change later. */
  seller: { name: string; address: string; vatId: string | null; taxNumber: string | null };
  storefrontDir: string | null;
  mailboxUrl: string | null;
  /** Figures on the home page: the operator's words, or `live`, counted from the shop itself. */
  homeStats: HomeStats | 'live';
  databaseUrl: string;
  redisUrl: string | null;
  s3: {
    endpoint: string | null;
    /** Where browsers reach it; a path (`/storage`) when the API passes that on to `endpoint`. */
    publicEndpoint: string | null;
    region: string;
    bucket: string;
    accessKeyId: string | null;
    secretAccessKey: string | null;
  };
  mail: { smtpUrl: string; from: string };
  stripe: {
    secretKey: string;
    publishableKey: string | null;
    webhookSecret: string;
    apiBase: string | null;
    /** Where browsers reach the stand-in at `apiBase`; a path when the API passes that on. */
    publicBase: string | null;
  };
  jwt: { privateKey: string; keyId: string; publicKeys: Record<string, string>; issuer: string; audience: string };
  /** Root of every derived token (verification, refresh, download, file ids). */
  tokenSecret: string;
  /** Moderators and administrators need a second factor for what only they may do. */
  secondFactorRequired: boolean;
  /** Changes to the rules in http/limits-rules.ts. */
  limits: LimitSettings;
  /** Whose X-Forwarded-For is believed: addresses, networks, or the names that Fastify knows for them. */
  trustedProxies: string[];
  /** Other origins whose pages may read answers of the API; usually none. */
  corsOrigins: string[];
  /** Ready answers to reads of the catalogue are kept for seconds; off (RESPONSE_CACHE=off) only to measure without them. */
  responseCache: boolean;
  /** Requests that one API process works on at once; who comes on top of them is sent away at once. */
  maxRequests: number;
  /** Connections of each of a process's two pools to PostgreSQL; the pool of the queues on PostgreSQL is apart. */
  databaseConnections: number;
  /** Where probes and metrics are served, for the cluster alone; null serves neither. */
  managementPort: number | null;
  worker: {
    /** The queues whose jobs this process runs. */
    queues: readonly QueueName[];
    /** Whether this process carries facts to the queues and looks after what got lost. */
    relay: boolean;
  };
  /** Where OpenTelemetry sends traces to (OTLP over HTTP); null makes none. */
  tracesEndpoint: string | null;
  /** What this process is called in traces; null leaves it to the program. */
  serviceName: string | null;
  logLevel: string;
}

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const PLACEHOLDER = /changeme|change-me|example|placeholder|your[-_]|^secret$|^password$|minioadmin|xxxx|dummy|^test$/i;

/**
 * Reads and checks the environment; the only place that does. Each NAME may be given as NAME_FILE (a mounted secret).
 * @throws ConfigError naming every variable that is missing or wrong, never its value.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const production = env.NODE_ENV === 'production';

  const text = (name: string): string | undefined => {
    const file = env[`${name}_FILE`];
    if (file) {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch {
        problems.push(`${name}_FILE: the file cannot be read`);
        return undefined;
      }
    }
    return env[name]?.trim() || undefined;
  };
  const required = (name: string, what: string): string => {
    const value = text(name);
    if (value === undefined) problems.push(`${name}: missing; it must hold ${what}`);
    return value ?? '';
  };
  /** What customers read about the shop: a fallback is good enough until there are customers. */
  const ownWords = (name: string, what: string, fallback: string): string => {
    const value = production ? required(name, what) : (text(name) ?? fallback);
    if (production && PLACEHOLDER.test(value)) problems.push(`${name}: looks like a placeholder; it must hold ${what}`);
    return value;
  };
  const secret = (name: string, what: string, minLength = 16): string => {
    const value = required(name, what);
    if (!production || value === '') return value;
    if (PLACEHOLDER.test(value)) problems.push(`${name}: looks like a placeholder; production needs ${what}`);
    else if (value.length < minLength) problems.push(`${name}: shorter than ${minLength} characters`);
    return value;
  };
  const list = (name: string): string[] | undefined =>
    text(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const web = ['http:', 'https:'];
  const url = (name: string, value: string | undefined, protocols: string[]): string | null => {
    if (!value) return null;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      problems.push(`${name}: not a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    } else if (
      production &&
      [new URL(value).hostname, new URL(value).password].some((part) => PLACEHOLDER.test(part))
    ) {
      problems.push(`${name}: its host or its password looks like a placeholder`);
    }
    return value.replace(/\/+$/, '');
  };
  /** An address, or a path of the shop's own that the API passes on to the address in `upstream`. */
  const place = (name: string, upstream: string): string | null => {
    const value = text(name);
    if (!value?.startsWith('/')) return url(name, value, web);
    if (!/^\/[a-z-]+$/.test(value)) problems.push(`${name}: as a path, it must be one word such as /storage`);
    else if (!text(upstream)) problems.push(`${name}: a path needs ${upstream}`);
    return value;
  };
  const port = (name: string, fallback: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
      problems.push(`${name}: not a port number between 1 and 65535`);
      return fallback;
    }
    return Number(value);
  };
  const count = (name: string, fallback: number, most: number): number => {
    const value = Number(text(name) ?? fallback);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    problems.push(`${name}: not a whole number between 1 and ${most}`);
    return fallback;
  };
  const onOrOff = (name: string, fallback = 'on'): boolean => {
    const value = text(name) ?? fallback;
    if (!['on', 'off'].includes(value)) problems.push(`${name}: must be on or off`);
    return value === 'on';
  };

  const listenPort = port('PORT', 3000);
  const publicUrl = url('PUBLIC_URL', text('PUBLIC_URL'), web) ?? `http://localhost:${listenPort}`;
  if (production && !text('PUBLIC_URL')) problems.push('PUBLIC_URL: missing; links in mails are built from it');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL: must be one of ${LOG_LEVELS.join(', ')}`);
  const sandbox = text('SANDBOX') === 'true';
  if (production && sandbox) problems.push('SANDBOX: the stand-ins never run in production');

  const stripeSecret = secret('STRIPE_SECRET_KEY', 'the secret key of the Stripe account');
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY') ?? null;
  if (production && stripeSecret.startsWith('sk_test_')) problems.push('STRIPE_SECRET_KEY: a test key in production');
  if (production && !publishableKey?.startsWith('pk_live_')) {
    problems.push('STRIPE_PUBLISHABLE_KEY: production needs the live key (pk_live_…) that belongs to the secret one');
  }
  // The shop's own card form belongs to the stand-in; real card numbers must never be typed into it.
  if (production && text('STRIPE_API_BASE')) problems.push('STRIPE_API_BASE: names a stand-in; never in production');

  const cardStandIn = url('STRIPE_API_BASE', text('STRIPE_API_BASE'), web);

  const [vatId, taxNumber] = [text('SELLER_VAT_ID') ?? null, text('SELLER_TAX_NUMBER') ?? null];
  if (production && !vatId && !taxNumber) {
    problems.push(
      'SELLER_VAT_ID: missing; without one, SELLER_TAX_NUMBER must be given: every invoice names one of them',
    );
  }

  const givenUrl = required('DATABASE_URL', 'the PostgreSQL connection string');
  const databaseUrl = url('DATABASE_URL', givenUrl, ['postgres:', 'postgresql:'])!;
  // Customers' data crosses no network that others share, unless encrypted and to a server whose certificate was checked.
  if (onOrOff('DATABASE_TLS') && production && databaseUrl && !/[?&]sslmode=verify-full(&|$)/.test(databaseUrl)) {
    problems.push(
      'DATABASE_URL: lacks ?sslmode=verify-full; where the network is private, set DATABASE_TLS=off instead',
    );
  }

  const managementPort = text('MANAGEMENT_PORT') ? port('MANAGEMENT_PORT', 0) : null;
  if (managementPort === listenPort) problems.push('MANAGEMENT_PORT: the same as PORT; it needs one of its own');

  const privateKey = required('JWT_PRIVATE_KEY', 'an EC P-256 private key in PEM form').replaceAll('\\n', '\n');
  const keyId = text('JWT_KEY_ID') ?? 'k1';

  const live = text('HOME_STATS') === 'live';
  if (text('HOME_STATS') && !live) problems.push('HOME_STATS: must be live, or left out');

  const config: Config = {
    production,
    sandbox,
    port: listenPort,
    publicUrl,
    shopName: text('SHOP_NAME') ?? 'Pattern Marketplace',
    socialLinks: (list('SOCIAL_LINKS') ?? []).map((link) => url('SOCIAL_LINKS', link, web)!),
    supportEmail: ownWords('SUPPORT_EMAIL', 'the address that customers write to', 'support@example.com'),
    seller: {
      name: ownWords('SELLER_NAME', 'who sells, as on invoices', text('SHOP_NAME') ?? 'Pattern Marketplace'),
      address: ownWords('SELLER_ADDRESS', 'the postal address of the seller', ''),
      vatId,
      taxNumber,
    },
    storefrontDir: text('STOREFRONT_DIR') ?? null,
    mailboxUrl: url('MAILBOX_URL', text('MAILBOX_URL'), web),
    homeStats: live
      ? 'live'
      : {
          patterns: text('HOME_STATS_PATTERNS') ?? '2,500+',
          customers: text('HOME_STATS_CUSTOMERS') ?? '50,000+',
          designers: text('HOME_STATS_DESIGNERS') ?? '150+',
          rating: text('HOME_STATS_RATING') ?? '4.9/5',
        },
    databaseUrl,
    redisUrl: url('REDIS_URL', text('REDIS_URL'), ['redis:', 'rediss:']),
    s3: {
      endpoint: url('S3_ENDPOINT', text('S3_ENDPOINT'), web),
      publicEndpoint: place('S3_PUBLIC_ENDPOINT', 'S3_ENDPOINT'),
      region: text('S3_REGION') ?? 'eu-central-1',
      bucket: text('S3_BUCKET') ?? 'patterns',
      accessKeyId: text('S3_ACCESS_KEY_ID') ?? null,
      secretAccessKey: text('S3_SECRET_ACCESS_KEY') ? secret('S3_SECRET_ACCESS_KEY', 'the S3 secret') : null,
    },
    mail: {
      smtpUrl: url('SMTP_URL', required('SMTP_URL', 'the mail server, e.g. smtps://user:password@host'), [
        'smtp:',
        'smtps:',
      ])!,
      from: ownWords('MAIL_FROM', 'the sender of mails', 'Pattern Marketplace <shop@example.com>'),
    },
    stripe: {
      secretKey: stripeSecret,
      publishableKey,
      webhookSecret: secret('STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook endpoint'),
      apiBase: cardStandIn,
      // Never without the address before: the shop's own card form would send its card numbers there.
      publicBase: cardStandIn && (place('STRIPE_PUBLIC_BASE', 'STRIPE_API_BASE') ?? cardStandIn),
    },
    jwt: {
      privateKey,
      keyId,
      publicKeys: readKeys({ privateKey, keyId, previous: text('JWT_PREVIOUS_PUBLIC_KEYS') }, problems),
      issuer: text('JWT_ISSUER') ?? publicUrl,
      audience: text('JWT_AUDIENCE') ?? 'pattern-marketplace',
    },
    tokenSecret: secret('TOKEN_SECRET', 'at least 32 random characters', 32),
    secondFactorRequired: onOrOff('SECOND_FACTOR_REQUIRED', production ? 'on' : 'off'),
    limits: readLimits(text('RATE_LIMITS'), text('RATE_LIMIT_FACTOR'), problems),
    trustedProxies: readProxies(list('TRUSTED_PROXIES') ?? ['loopback'], problems),
    corsOrigins: (list('CORS_ORIGINS') ?? []).map((origin) => url('CORS_ORIGINS', origin, web)!),
    responseCache: onOrOff('RESPONSE_CACHE'),
    maxRequests: count('MAX_REQUESTS', 200, 10_000),
    databaseConnections: count('DATABASE_CONNECTIONS', 10, 100),
    managementPort,
    worker: {
      queues: readQueues(text('WORKER_QUEUES'), problems),
      relay: onOrOff('WORKER_RELAY'),
    },
    tracesEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', text('OTEL_EXPORTER_OTLP_ENDPOINT'), web),
    serviceName: text('OTEL_SERVICE_NAME') ?? null,
    logLevel,
  };

  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
