import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { NewVersionPromised } from '../../catalogue.events.js';

/**
 * Records one event for each paid purchase that has an older version of the file. A repeated command records no events.
 * Does nothing when a newer version exists, because that version has its own job.
 */
export class FanOutNewVersion extends Command<void> {
  constructor(readonly fileId: string) {
    super();
  }
}

const NOTICES = `
insert into file_notices (file_id, purchase_id, owed_at)
select f.id, u.id, now() from pattern_files f
join patterns p on p.id = f.pattern_id and p.status <> 'hidden'
join purchases u on u.pattern_id = p.id and u.status = 'paid'
where f.id = $1 and f.state = 'ready'
  and not exists (select from pattern_files newer where newer.pattern_id = f.pattern_id and newer.kind = f.kind
                  and newer.version > f.version and newer.state = 'ready')
  and exists (select from copies c join pattern_files older on older.id = c.file_id
              where c.purchase_id = u.id and older.kind = f.kind and older.version < f.version)
  and not exists (select from copies c where c.purchase_id = u.id and c.file_id = f.id)
on conflict do nothing returning purchase_id as "purchaseId"`;

/**
 * Waits for transactions that are completing a purchase of this pattern. Such a transaction can have read the files before
 * this version existed, and until its commit this command does not see the purchase as paid.
 */
const LOCK = `
select from patterns where id = (select pattern_id from pattern_files where id = $1) for update`;

@CommandHandler(FanOutNewVersion)
export class FanOutNewVersionHandler implements ICommandHandler<FanOutNewVersion> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ fileId }: FanOutNewVersion): Promise<void> {
    await this.sql.rowsInTransaction(LOCK, [fileId]);
    const notices = await this.sql.rows<{ purchaseId: string }>(NOTICES, [fileId]);
    for (const { purchaseId } of notices) this.outbox.record(new NewVersionPromised(fileId, purchaseId));
  }
}
