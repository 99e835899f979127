import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { NewVersionPromised } from '../../catalogue.events.js';

/**
 * Promises a new version to everybody who bought an older one of its kind, each of them once. One that was overtaken
 * before anybody heard of it is passed over: the newest is promised by itself.
 */
export class FanOutNewVersion extends Command<void> {
  constructor(readonly fileId: string) {
    super();
  }
}

const PROMISE = `
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

/** A purchase that is being completed has listed its files already and is not yet paid for others to see: it comes first. */
const WAIT = `
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
    await this.sql.rowsInTransaction(WAIT, [fileId]);
    const promised = await this.sql.rows<{ purchaseId: string }>(PROMISE, [fileId]);
    for (const { purchaseId } of promised) this.outbox.record(new NewVersionPromised(fileId, purchaseId));
  }
}
