import { Migration } from '@mikro-orm/migrations';

/**
 * Deferred deliveries, and the keys by which the shop recognises a second automatic refund of the same person. Orders and
 * invoices that programs of the earlier version insert during the deployment get the defaults of the new columns.
 */
export class Migration20261128031000_delivery extends Migration {
  override up(): void {
    this.addSql(`
alter table purchases
  add column delivery_deferred boolean not null default false,
  add column delivery_begun_at timestamptz,
  -- Keyed hash of the card's fingerprint at Stripe. Purged after 30 days.
  add column card_key text;
create index purchases_waiting on purchases (paid_at)
  where status = 'paid' and delivery_deferred and delivery_begun_at is null;
create index purchases_card_key on purchases (created_at) where card_key is not null;
drop index purchases_unfulfilled;
create index purchases_unfulfilled on purchases (coalesce(delivery_begun_at, paid_at))
  where status = 'paid' and copies_made_at is null and buyer_erased_at is null
    and (not delivery_deferred or delivery_begun_at is not null);

alter table invoices add column delivery_on date;

-- Refunds without a review, with keyed hashes of the card and of the sender's network. Purged after 30 days.
create table automatic_refunds (
  purchase_id uuid primary key references purchases on delete cascade,
  card_key text,
  network_key text not null,
  made_at timestamptz not null
);
create index automatic_refunds_made on automatic_refunds (made_at);

alter table withdrawals add column repeats text[] not null default '{}'
  check (repeats <@ array['address', 'card', 'network']);
`);
  }
}
