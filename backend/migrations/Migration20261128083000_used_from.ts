import { Migration } from '@mikro-orm/migrations';

/**
 * The networks for which the mails about an account with an unproven mailbox count. They outlast the known places, which end
 * with a deletion request, and the verifications, which are purged.
 */
export class Migration20261128083000_used_from extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column used_from text[];
update users u set used_from = coalesce(
  (select k.networks from known_places k where k.user_id = u.id order by k.seen_at desc limit 1),
  (select v.networks from verifications v where v.user_id = u.id order by v.requested_at desc limit 1))
where u.mailbox_proven_at is null`);
  }
}
