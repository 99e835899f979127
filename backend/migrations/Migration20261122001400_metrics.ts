import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001400_metrics extends Migration {
  override up(): void {
    this.addSql(`
-- How much each job still has to do is asked every few seconds, and by the autoscaler as well.
create index deliveries_open_by_job on deliveries (reaction, event_id) where done_at is null and dead_at is null;
create index deliveries_replayed on deliveries (reaction, replayed_at)
  where done_at is null and dead_at is null and replayed_at is not null;
create index purchases_unfulfilled on purchases (paid_at)
  where status = 'paid' and copies_made_at is null and buyer_erased_at is null;

-- when each job that runs by the clock last ended well
create table schedule_runs (
  job text primary key,
  done_at timestamptz not null default now()
);
-- nothing was missed before there was anything to check
insert into schedule_runs (job) values ('reconcile-payments'), ('poll-stripe-events');
`);
  }
}
