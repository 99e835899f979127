import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000700_hidden_refunds extends Migration {
  override up(): void {
    this.addSql(`
alter table refund_requests drop constraint refund_requests_cause_check;
alter table refund_requests add constraint refund_requests_cause_check
  check (cause in ('admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal'));
`);
  }
}
