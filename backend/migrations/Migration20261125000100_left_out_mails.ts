import { Migration } from '@mikro-orm/migrations';

/** Mails that count for their networks alone: without a recipient; and those of them that were left out. */
export class Migration20261125000100_left_out_mails extends Migration {
  override up(): void {
    this.addSql(`
alter table unproven_mails
  alter column recipient drop not null,
  add column left_out boolean not null default false;
`);
  }
}
