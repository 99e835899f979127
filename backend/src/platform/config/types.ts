import type { Need } from './needs.js';
import type { LimitSettings } from '../http/limits/limits-rules.js';
import type { QueueName } from '../events/queue-names.js';

/** Null is not shown. */
export interface HomeStats {
  patterns: string | null;
  customers: string | null;
  designers: string | null;
  rating: string | null;
}

/** What every program reads. None of it is a secret. */
export interface CommonConfig {
  production: boolean;
  sandbox: boolean;
  port: number;
  /** Origin that visitors type, without a trailing slash. Links in mails are built from it, never from the Host header. */
  publicUrl: string;
  shopName: string;
  /** Where else the shop can be found; shown in the footer. */
  socialLinks: string[];
  storefrontDir: string | null;
  mailboxUrl: string | null;
  /** Figures on the home page: the operator's words, or `live`, counted from the shop itself. */
  homeStats: HomeStats | 'live';
  /** Moderators and administrators need a second factor for what only they may do. */
  secondFactorRequired: boolean;
  /** Uploads are decoded in a process that the kernel confines, or not at all. */
  confinementRequired: boolean;
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

/** What only the programs read that ask for it: secrets, and settings without which a part cannot work. */
export interface ConfigParts {
  database: { databaseUrl: string };
  /** The role that owns the schema, for migrations alone. */
  owner: { databaseOwnerUrl: string };
  queue: { redisUrl: string | null };
  storage: {
    s3: {
      endpoint: string | null;
      /** Where browsers reach it; a path (`/storage`) when the API passes that on to `endpoint`. */
      publicEndpoint: string | null;
      region: string;
      bucket: string;
      accessKeyId: string | null;
      secretAccessKey: string | null;
    };
  };
  mail: { mail: { smtpUrl: string; from: string } };
  /** Calls to the card provider. */
  payments: {
    stripe: {
      secretKey: string;
      apiBase: string | null;
      /** Where browsers reach the stand-in at `apiBase`; a path when the API passes that on. */
      publicBase: string | null;
    };
  };
  /** The checkout's pages, and the webhook that follows. */
  checkout: { checkout: { publishableKey: string | null; webhookSecret: string } };
  sessions: {
    jwt: { privateKey: string; keyId: string; publicKeys: Record<string, string>; issuer: string; audience: string };
  };
  /** Root of every derived token (verification, refresh, download, file ids). */
  tokens: { tokenSecret: string };
  /** Stands on every invoice, which nothing changes later, and in every mail. */
  seller: {
    supportEmail: string;
    seller: { name: string; address: string; vatId: string | null; taxNumber: string | null };
  };
}

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

/** The configuration of a program that asks for these parts. Reading another part does not compile. */
export type ConfigFor<N extends Need> = CommonConfig & ([N] extends [never] ? unknown : All<ConfigParts[N]>);

/** All parts, as classes name them that are injected into several programs. Reading a part that the program did not ask for throws. */
export type Config = ConfigFor<Need>;
