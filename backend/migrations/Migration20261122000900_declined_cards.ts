import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000900_declined_cards extends Migration {
  override up(): void {
    this.addSql(`
create index webhook_inbox_declined on webhook_inbox (received_at) where type = 'payment_intent.payment_failed';
`);
  }
}
