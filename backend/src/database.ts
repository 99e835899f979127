import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { Migration20261121000000_initial } from '../migrations/Migration20261121000000_initial.js';
import { Migration20261122000000_audit } from '../migrations/Migration20261122000000_audit.js';
import { Migration20261122000100_password_resets } from '../migrations/Migration20261122000100_password_resets.js';
import { Migration20261122000200_selling } from '../migrations/Migration20261122000200_selling.js';
import { Migration20261122000250_hot_reads } from '../migrations/Migration20261122000250_hot_reads.js';
import { Migration20261122000300_search } from '../migrations/Migration20261122000300_search.js';
import { Migration20261122000400_refunds_and_invoices } from '../migrations/Migration20261122000400_refunds_and_invoices.js';
import { Migration20261122000500_privacy } from '../migrations/Migration20261122000500_privacy.js';
import { Migration20261122000600_newsletter } from '../migrations/Migration20261122000600_newsletter.js';
import { Migration20261122000700_wishlist } from '../migrations/Migration20261122000700_wishlist.js';
import { Migration20261122000800_rate_limits } from '../migrations/Migration20261122000800_rate_limits.js';
import { Migration20261122000900_declined_cards } from '../migrations/Migration20261122000900_declined_cards.js';
import { Migration20261122001000_forget_views } from '../migrations/Migration20261122001000_forget_views.js';
import { Migration20261122001100_withdrawals } from '../migrations/Migration20261122001100_withdrawals.js';
import { Migration20261122001200_traces } from '../migrations/Migration20261122001200_traces.js';
import { Migration20261122001300_operations } from '../migrations/Migration20261122001300_operations.js';
import { Migration20261122001400_metrics } from '../migrations/Migration20261122001400_metrics.js';
import { Migration20261123000100_mailbox_proof } from '../migrations/Migration20261123000100_mailbox_proof.js';
import { Migration20261123000200_open_guest_orders } from '../migrations/Migration20261123000200_open_guest_orders.js';
import { Migration20261123000300_patience } from '../migrations/Migration20261123000300_patience.js';
import { Migration20261123000700_hidden_refunds } from '../migrations/Migration20261123000700_hidden_refunds.js';
import { Migration20261124000100_unproven_mails } from '../migrations/Migration20261124000100_unproven_mails.js';
import { Migration20261124000101_known_places } from '../migrations/Migration20261124000101_known_places.js';
import { Migration20261124000200_second_factor } from '../migrations/Migration20261124000200_second_factor.js';
import { Migration20261124000210_suspensions } from '../migrations/Migration20261124000210_suspensions.js';
import { Migration20261124000301_resold_copies } from '../migrations/Migration20261124000301_resold_copies.js';
import { Migration20261124000500_buyer_checks } from '../migrations/Migration20261124000500_buyer_checks.js';
import { Migration20261124000600_wider_networks } from '../migrations/Migration20261124000600_wider_networks.js';
import { Migration20261124000700_verification_networks } from '../migrations/Migration20261124000700_verification_networks.js';
import { Migration20261124000800_decodings } from '../migrations/Migration20261124000800_decodings.js';
import { Migration20261124000810_positions } from '../migrations/Migration20261124000810_positions.js';
import { Migration20261125000100_left_out_mails } from '../migrations/Migration20261125000100_left_out_mails.js';
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
import { releaseBroken } from './platform/database/broken-connections.js';
import type { Config } from './platform/config/config.js';
import { OutboxEvent } from './platform/events/outbox.js';
import { BOUNDS, guardDeadConnections } from './platform/database/dead-connection-guard.js';
import { ConsentRecord } from './privacy/consent-record.entity.js';
import { Deletion } from './privacy/deletion.entity.js';
import { ExportRequest } from './privacy/export-request.entity.js';
import { Copy, DownloadGrant } from './purchases/downloads/copy.entity.js';
import { Invoice } from './purchases/invoices/invoice.entity.js';
import { LinkRenewal } from './purchases/downloads/link-renewal.entity.js';
import { Purchase } from './purchases/orders/purchase.entity.js';
import { RefundRequest } from './purchases/payments/refund-request.entity.js';
import { Withdrawal } from './purchases/withdrawals/withdrawal.entity.js';
import { WishlistItem } from './wishlist/wishlist-item.entity.js';

/** In the order in which they run; one that has run anywhere is never changed. */
const MIGRATIONS = [
  Migration20261121000000_initial,
  Migration20261122000000_audit,
  Migration20261122000100_password_resets,
  Migration20261122000200_selling,
  Migration20261122000250_hot_reads,
  Migration20261122000300_search,
  Migration20261122000400_refunds_and_invoices,
  Migration20261122000500_privacy,
  Migration20261122000600_newsletter,
  Migration20261122000700_wishlist,
  Migration20261122000800_rate_limits,
  Migration20261122000900_declined_cards,
  Migration20261122001000_forget_views,
  Migration20261122001100_withdrawals,
  Migration20261122001200_traces,
  Migration20261122001300_operations,
  Migration20261122001400_metrics,
  Migration20261123000100_mailbox_proof,
  Migration20261123000200_open_guest_orders,
  Migration20261123000300_patience,
  Migration20261123000700_hidden_refunds,
  Migration20261124000100_unproven_mails,
  Migration20261124000101_known_places,
  Migration20261124000200_second_factor,
  Migration20261124000210_suspensions,
  Migration20261124000301_resold_copies,
  Migration20261124000500_buyer_checks,
  Migration20261124000600_wider_networks,
  Migration20261124000700_verification_networks,
  Migration20261124000800_decodings,
  Migration20261124000810_positions,
  Migration20261125000100_left_out_mails,
];

/** MikroORM for entities; every other statement goes through Sql, which joins its transactions. */
export function databaseOptions(config: Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'databaseConnections'>>) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    entities: [
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
      Withdrawal,
      Invoice,
      WishlistItem,
      NewsletterSubscription,
      ConsentRecord,
      ExportRequest,
      Deletion,
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS.map((migration) => ({ name: migration.name, class: migration })),
      tableName: 'schema_migrations',
      snapshot: false,
      silent: true,
    },
    schemaGenerator: { ignoreSchema: ['bullmq'] },
    pool: { min: 0, max: config.databaseConnections ?? 2 },
    // Nothing may wait without an end: for a connection, for a lock, for a statement, or for a transaction left open.
    driverOptions: {
      // Of `clientUrl` MikroORM takes host, name and role alone; what stands behind the question mark (TLS) only pg reads.
      connectionString: config.databaseUrl,
      lock_timeout: 5_000,
      ...BOUNDS,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'orm',
      onPoolCreated: (pool: pg.Pool) => {
        guardDeadConnections(pool);
        releaseBroken(pool);
      },
    },
    forceUtcTimezone: true,
    // The injected EntityManager picks up the request's or the transaction's own fork; using it outside of one is a bug.
    allowGlobalContext: false,
    discovery: { warnWhenNoEntities: false },
  });
}
