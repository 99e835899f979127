import type { DatevSettings } from './books-settings.js';
import type { DeliveryWithoutWaiver } from './delivery-part.js';
import type { Need } from './needs.js';
import type { LimitSettings } from '../http/limits/limits-rules.js';
import type { QueueName } from '../events/queue-names.js';
import type { SellerFacts, TaxIds } from './seller-facts.js';
import type { TaxScheme } from '../tax/tax-scheme.js';

/** The storefront hides a figure that is null. */
export interface HomeStats {
  patterns: string | null;
  customers: string | null;
  designers: string | null;
  rating: string | null;
}

/** Settings that all programs have. None is a secret. */
export interface CommonConfig {
  production: boolean;
  sandbox: boolean;
  port: number;
  /**
   * The shop's public origin, without a trailing slash. Links in mails are built from it, never from the Host header.
   */
  publicUrl: string;
  shopName: string;
  /** URLs of the shop's profiles on social networks, for the footer. */
  socialLinks: string[];
  storefrontDir: string | null;
  mailboxUrl: string | null;
  /** Figures on the home page: each is a text from the operator, or `live`, counted from the database. */
  homeStats: Record<keyof HomeStats, string>;
  /** Whether moderators and administrators need a second factor for their privileged endpoints. */
  secondFactorRequired: boolean;
  /** Whether the workers refuse to decode an upload when the kernel cannot confine the decoding process. */
  confinementRequired: boolean;
  /** The factor and the overrides for the rules in http/limits/limits-rules.ts. */
  limits: LimitSettings;
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks, or Fastify's names for them. */
  trustedProxies: string[];
  /** Origins, besides the shop's own, whose pages are allowed to read API responses; usually none. */
  corsOrigins: string[];
  /** Whether catalogue responses are cached for seconds; RESPONSE_CACHE=off is for measurements without the cache. */
  responseCache: boolean;
  /** Maximum number of concurrent requests per API process; a further request immediately gets a 503. */
  maxRequests: number;
  /** Maximum size of each of the two PostgreSQL pools (`sql`, `orm`). The pool of the queues has its own size. */
  databaseConnections: number;
  /** Port of probes and metrics, reachable only inside the cluster; null disables both. */
  managementPort: number | null;
  worker: {
    /** The queues whose jobs this process runs. */
    queues: readonly QueueName[];
    /** Whether this process runs the relay and the reconciler. */
    relay: boolean;
  };
  /** OTLP endpoint for traces, over HTTP; null: no spans are recorded. */
  tracesEndpoint: string | null;
  /** Service name in traces; null uses the program's default. */
  serviceName: string | null;
  logLevel: string;
}

/**
 * Settings by part: secrets and required settings. Only programs that request a part read its settings.
 */
export interface ConfigParts {
  database: { databaseUrl: string };
  /** The role that owns the schema, for migrations only. */
  owner: { databaseOwnerUrl: string };
  queue: { redisUrl: string | null };
  storage: {
    s3: {
      endpoint: string | null;
      /** URL for browsers; a path (`/storage`) when the API forwards that path to `endpoint`. */
      publicEndpoint: string | null;
      region: string;
      bucket: string;
      accessKeyId: string | null;
      secretAccessKey: string | null;
    };
  };
  mail: { mail: { smtpUrl: string; from: string } };
  /** Access to the Stripe API. */
  payments: {
    stripe: {
      secretKey: string;
      apiBase: string | null;
      /** URL of the fake at `apiBase` for browsers; a path when the API forwards that path. */
      publicBase: string | null;
    };
  };
  /** Settings of the checkout pages and of the Stripe webhook. */
  checkout: { checkout: { publishableKey: string | null; webhookSecret: string } };
  sessions: {
    jwt: { privateKey: string; keyId: string; publicKeys: Record<string, string>; issuer: string; audience: string };
  };
  /** Root secret of every derived token (verification, refresh, download, file ids). */
  tokens: { tokenSecret: string };
  /** Stated on legal pages, in mails and on invoices. A changed setting affects only later mails and invoices. */
  seller: { supportEmail: string; seller: SellerFacts & TaxIds };
  /** Settings of the exports for the tax adviser. */
  books: { books: { datev: DatevSettings } };
  /** How the shop is taxed, and the places (tax/places.ts) to which it sells. A changed setting affects only later orders. */
  tax: { tax: { scheme: TaxScheme; places: readonly string[] } };
  /** When an order without the waiver is delivered. A changed setting affects only orders that are paid later. */
  delivery: { delivery: { withoutWaiver: DeliveryWithoutWaiver } };
}

/** Turns a union of types into their intersection. */
type IntersectionFrom<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The configuration of a program that requests these parts. Reading another part is a compile error. */
export type ConfigFor<N extends Need> = CommonConfig &
  ([N] extends [never] ? unknown : IntersectionFrom<ConfigParts[N]>);

/**
 * All parts, for classes that several programs use. Reading a part that the program did not request throws.
 */
export type Config = ConfigFor<Need>;
