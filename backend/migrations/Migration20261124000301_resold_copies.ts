import { Migration } from '@mikro-orm/migrations';

export class Migration20261124000301_resold_copies extends Migration {
  override up(): void {
    this.addSql(`
alter table pattern_reports drop constraint pattern_reports_reason_check;
alter table pattern_reports add constraint pattern_reports_reason_check
  check (reason in ('copyright', 'misleading', 'quality', 'illegal', 'other', 'resold-copy'));
-- the orders that a refused upload was sold with; ids only, purchases are another context's
alter table pattern_reports add column purchase_ids uuid[] not null default '{}';
`);
  }
}
