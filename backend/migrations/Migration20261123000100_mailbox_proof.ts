import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000100_mailbox_proof extends Migration {
  override up(): void {
    // A verified address proves nothing about who has the account, so nobody's mailbox is proven yet.
    this.addSql(`alter table users add column mailbox_proven_at timestamptz`);
  }
}
