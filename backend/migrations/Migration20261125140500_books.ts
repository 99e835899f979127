import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for the books, the longer retention of invoices with the VAT of another country, and the time at which the
 * retention of a purchase has ended.
 */
export class Migration20261125140500_books extends Migration {
  override up(): void {
    this.addSql(`
create index invoices_number_order on invoices (length(number), number);
create index invoices_issued on invoices (issued_at);
create index invoices_supplied on invoices (supplied_on);
create index invoices_due on invoices (delete_after);

-- Records of the OSS scheme: ten years from the end of the year of the transaction (Art. 63c (3) of Regulation 282/2011).
alter table invoices disable trigger invoices_kept;
update invoices set delete_after = make_date(extract(year from supplied_on)::int + 10, 12, 31)
where country <> 'DE' and vat_rate > 0
  and delete_after < make_date(extract(year from supplied_on)::int + 10, 12, 31);
alter table invoices enable trigger invoices_kept;

alter table purchases add column records_ended_at timestamptz;
create index purchases_records on purchases (paid_at) where records_ended_at is null;
`);
  }
}
