import { Migration } from '@mikro-orm/migrations';

const PLACE = `'^[A-Z]{2}(-[A-Z0-9]{2,10})?$'`;
const SCHEME = `('small-business', 'domestic', 'oss')`;

/**
 * Tax schemes, territories, proposed VAT rates and contradicting evidence of the buyer's place. The new columns stay null in
 * rows that programs of the earlier version insert, before and during the deployment.
 */
export class Migration20261125141500_tax extends Migration {
  override up(): void {
    this.addSql(`
alter table purchases drop constraint purchases_country_check,
  add constraint purchases_country_check check (country ~ ${PLACE}),
  add column tax_scheme text check (tax_scheme in ${SCHEME}),
  add column vat_key text check (tax_scheme is not null or vat_key is null);

alter table invoices
  add column tax_scheme text check (tax_scheme in ${SCHEME}),
  add column vat_key text,
  add column tax_note text,
  add constraint invoices_tax_note check (tax_note is null or vat_cents = 0);
create index invoices_sales_without_oss on invoices (supplied_on) where tax_scheme <> 'oss' and country <> 'DE';

alter table vat_rates drop constraint vat_rates_country_check,
  add constraint vat_rates_country_check check (country ~ ${PLACE});
-- Jungholz and Mittelberg, the Azores, Madeira.
insert into vat_rates (country, rate, valid_from) values
  ('AT-JUNGHOLZ', 19, '2007-01-01'), ('PT-20', 16, '2021-07-01'), ('PT-30', 22, '2012-04-01');

create table vat_rate_proposals (
  id uuid primary key,
  country text not null check (country ~ ${PLACE}),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  valid_from date not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'discarded')),
  decided_by uuid,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null))
);
create unique index vat_rate_proposals_open on vat_rate_proposals (country, valid_from) where outcome is null;

-- Purchases whose card comes from a place with other VAT than the stated one.
create table place_reviews (
  purchase_id uuid primary key references purchases on delete cascade,
  stated text not null,
  card text not null,
  found_at timestamptz not null,
  decision text check (decision in ('keep', 'correct')),
  corrected_to text,
  -- The decision changes the VAT of a purchase that has an invoice, so the invoice needs a correction document.
  needs_document boolean not null default false,
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check ((decision = 'correct') = (corrected_to is not null))
);
create index place_reviews_open on place_reviews (found_at, purchase_id) where decided_at is null;
create index place_reviews_newest on place_reviews (found_at desc, purchase_id desc);
`);
  }
}
