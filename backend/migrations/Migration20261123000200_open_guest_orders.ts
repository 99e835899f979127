import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000200_open_guest_orders extends Migration {
  override up(): void {
    this.addSql(`
-- Another network is another guest. Where an order came from is forgotten after a day, and then nobody's click meets it.
drop index purchases_open_per_guest;
create unique index purchases_open_per_guest on purchases (buyer_email_key, pattern_id, opened_from)
  where status = 'pending' and buyer_id is null;
`);
  }
}
