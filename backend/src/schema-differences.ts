import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions } from './database.js';

/** Tables without an entity; only the migrations define them. */
const WITHOUT_ENTITY = [
  'automatic_refunds',
  'deliveries',
  'erasure_steps',
  'file_notices',
  'invoice_counters',
  'known_places',
  'legal_texts',
  'listed_patterns',
  'master_plans',
  'pattern_counts',
  'pattern_headlines',
  'pattern_search',
  'search_vocabulary',
  'pattern_prices',
  'place_reviews',
  'rate_limits',
  'report_failures',
  'schedule_runs',
  'stripe_cursor',
  'unproven_mails',
  'vat_rate_proposals',
  'vat_rates',
  'view_pending',
  'view_seen',
  'webhook_inbox',
];

/** Statements to ignore, because the entities declare no constraints, indexes, defaults, triggers or functions. */
const ONLY_IN_MIGRATIONS = [
  /^set names /,
  new RegExp(`^drop table if exists "(${WITHOUT_ENTITY.join('|')})" cascade$`),
  /^alter table "\w+" (add|drop) constraint /,
  /^(create|drop) (unique )?index /,
  /^alter table "\w+" alter column "\w+" (set default [^,]+|drop default)$/,
  /^drop (trigger|function) /,
];

/**
 * Compares the tables, columns, types and nullability of a migrated database with the entities.
 * @returns the statements that would make the database match the entities
 */
export async function schemaDifferences(databaseUrl: string): Promise<string[]> {
  const orm = await MikroORM.init(databaseOptions({ databaseUrl }));
  try {
    const statements = (await orm.schema.getUpdateSchemaSQL()).split(/;\s*(?:\n|$)/).map((sql) => sql.trim());
    return statements.filter((sql) => sql !== '' && !ONLY_IN_MIGRATIONS.some((ignored) => ignored.test(sql)));
  } finally {
    await orm.close();
  }
}
