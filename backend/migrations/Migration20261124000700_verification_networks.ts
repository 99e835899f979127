import { Migration } from '@mikro-orm/migrations';

/**
 * Keyed hashes of the networks that asked for the mail: an account that nothing is proven of has no known place yet, and
 * its mails count for the network all the same.
 */
export class Migration20261124000700_verification_networks extends Migration {
  override up(): void {
    this.addSql(`alter table verifications add column networks text[] not null default '{}';`);
  }
}
