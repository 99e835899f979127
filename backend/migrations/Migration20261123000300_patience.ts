import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000300_patience extends Migration {
  override up(): void {
    this.addSql(`
-- since when a delivery has been tried in vain; how long it waited for its first try says nothing of it
alter table deliveries add column first_failed_at timestamptz;

-- What waits for a person is asked for every few seconds.
create index refund_requests_failed on refund_requests (requested_at) where failure is not null;
create index purchases_disputed on purchases (disputed_at) where dispute_state = 'open';
`);
  }
}
