import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000900_declined_cards extends Migration {
  override up(): void {
    this.addSql(`
alter table purchases add column opened_from text;
create index purchases_opened_from on purchases (created_at) where opened_from is not null;
create index webhook_inbox_declined on webhook_inbox (received_at) where type = 'payment_intent.payment_failed';
`);
  }
}
