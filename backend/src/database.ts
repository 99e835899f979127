import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { Migration20261121000000_initial } from '../migrations/Migration20261121000000_initial.js';
import { Migration20261125140500_books } from '../migrations/Migration20261125140500_books.js';
import { Migration20261125140500_moderation_statements } from '../migrations/Migration20261125140500_moderation_statements.js';
import { Migration20261125140700_licences } from '../migrations/Migration20261125140700_licences.js';
import { Migration20261125141500_tax } from '../migrations/Migration20261125141500_tax.js';
import { Migration20261125143000_pause_ended_at } from '../migrations/Migration20261125143000_pause_ended_at.js';
import { Migration20261128031000_delivery } from '../migrations/Migration20261128031000_delivery.js';
import { Migration20261128070000_refunds } from '../migrations/Migration20261128070000_refunds.js';
import { Migration20261128070000_suspension_grounds } from '../migrations/Migration20261128070000_suspension_grounds.js';
import { Migration20261128071500_legal_texts } from '../migrations/Migration20261128071500_legal_texts.js';
import { Migration20261128083000_used_from } from '../migrations/Migration20261128083000_used_from.js';
import { PasswordReset } from './accounts/passwords/password-reset.entity.js';
import { RecoveryCode, SecondFactor, SignInChallenge } from './accounts/second-factor/second-factor.entity.js';
import { RefreshToken, Session } from './accounts/sessions/session.entity.js';
import { Suspension } from './accounts/administration/suspension.entity.js';
import { User } from './accounts/user.entity.js';
import { Verification } from './accounts/registration/verification.entity.js';
import { Designer } from './catalogue/designers/designer.entity.js';
import { PatternFile } from './catalogue/files/pattern-file.entity.js';
import { PatternPicture } from './catalogue/files/pattern-picture.entity.js';
import { PatternDecision, PatternReport } from './catalogue/moderation/pattern-report.entity.js';
import { Pattern } from './catalogue/patterns/pattern.entity.js';
import { NewsletterSubscription } from './newsletter/newsletter-subscription.entity.js';
import { AuditEntry } from './platform/audit.js';
import { releaseBrokenConnections } from './platform/database/broken-connections.js';
import type { Config } from './platform/config/config.js';
import { OutboxEvent } from './platform/events/outbox.js';
import { POOL_OPTIONS, guardDeadConnections } from './platform/database/dead-connection-guard.js';
import { ConsentRecord } from './privacy/consent-record.entity.js';
import { Deletion } from './privacy/deletion.entity.js';
import { ExportRequest } from './privacy/export-request.entity.js';
import { Copy, DownloadGrant } from './purchases/downloads/copy.entity.js';
import { Invoice } from './purchases/invoices/invoice.entity.js';
import { LinkRenewal } from './purchases/downloads/link-renewal.entity.js';
import { Purchase } from './purchases/orders/purchase.entity.js';
import { Refund } from './purchases/payments/refund.entity.js';
import { RefundRequest } from './purchases/payments/refund-request.entity.js';
import { Withdrawal } from './purchases/withdrawals/withdrawal.entity.js';
import { WishlistItem } from './wishlist/wishlist-item.entity.js';

/** In order of execution. Never change a migration that has run anywhere. */
const MIGRATIONS = [
  Migration20261121000000_initial,
  Migration20261125140500_books,
  Migration20261125140500_moderation_statements,
  Migration20261125140700_licences,
  Migration20261125141500_tax,
  Migration20261125143000_pause_ended_at,
  Migration20261128031000_delivery,
  Migration20261128070000_refunds,
  Migration20261128070000_suspension_grounds,
  Migration20261128071500_legal_texts,
  Migration20261128083000_used_from,
];

const ENTITIES = [
  OutboxEvent,
  AuditEntry,
  User,
  Session,
  RefreshToken,
  Verification,
  PasswordReset,
  SecondFactor,
  RecoveryCode,
  SignInChallenge,
  Suspension,
  Designer,
  Pattern,
  PatternFile,
  PatternPicture,
  PatternReport,
  PatternDecision,
  Purchase,
  Copy,
  DownloadGrant,
  LinkRenewal,
  RefundRequest,
  Refund,
  Withdrawal,
  Invoice,
  WishlistItem,
  NewsletterSubscription,
  ConsentRecord,
  ExportRequest,
  Deletion,
];

/** MikroORM serves entities only. All other statements go through `Sql`, which joins MikroORM's transactions. */
export function databaseOptions(config: Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'databaseConnections'>>) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    entities: ENTITIES,
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS.map((migration) => ({ name: migration.name, class: migration })),
      tableName: 'schema_migrations',
      snapshot: false,
      silent: true,
    },
    schemaGenerator: { ignoreSchema: ['bullmq'] },
    pool: { min: 0, max: config.databaseConnections ?? 2 },
    // Timeouts for connections, locks, statements and idle transactions: nothing waits forever.
    driverOptions: {
      // MikroORM takes only host, database and role from `clientUrl`. pg also needs the query string with the TLS options.
      connectionString: config.databaseUrl,
      lock_timeout: 5_000,
      ...POOL_OPTIONS,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'orm',
      onPoolCreated: (pool: pg.Pool) => {
        guardDeadConnections(pool);
        releaseBrokenConnections(pool);
      },
    },
    forceUtcTimezone: true,
    // The injected EntityManager resolves to the fork of the request or transaction; using it outside of both is a bug.
    allowGlobalContext: false,
    discovery: { warnWhenNoEntities: false },
  });
}
