import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { FileVersionReleased } from '../../catalogue.events.js';
import { type Master, PatternFile } from '../pattern-file.entity.js';

/**
 * Records the master and the plan of a checked upload. The file can then be sold, or waits for the designer's confirmation.
 */
export class RecordMasterPrepared extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly master: Master,
    readonly plan: unknown,
  ) {
    super();
  }
}

@CommandHandler(RecordMasterPrepared)
export class RecordMasterPreparedHandler implements ICommandHandler<RecordMasterPrepared> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ fileId, master, plan }: RecordMasterPrepared): Promise<void> {
    const file = await this.em.findOneOrFail(PatternFile, fileId, FOR_UPDATE);
    if (!file.markPrepared(master, new Date())) return;
    if (file.canReplaceOlderVersion()) this.outbox.record(new FileVersionReleased(fileId));
    await this.sql.rows('insert into master_plans (file_id, plan) values ($1, $2)', [fileId, JSON.stringify(plan)]);
  }
}
