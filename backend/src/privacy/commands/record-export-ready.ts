import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/events/outbox.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { ExportRequest } from '../export-request.entity.js';
import { ExportBuilt } from '../privacy.events.js';

/**
 * Records that the archive is stored.
 * @returns false when the request has already ended; the caller must then delete the archive
 */
export class RecordExportReady extends Command<boolean> {
  constructor(
    readonly requestId: string,
    readonly bytes: number,
  ) {
    super();
  }
}

@CommandHandler(RecordExportReady)
export class RecordExportReadyHandler implements ICommandHandler<RecordExportReady> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ requestId, bytes }: RecordExportReady): Promise<boolean> {
    const request = await this.em.findOneOrFail(ExportRequest, requestId, FOR_UPDATE);
    const previous = request.state;
    if (!request.markReady(bytes, await databaseTime())) return false;
    if (previous === 'ready') return true;
    this.outbox.record(new ExportBuilt(requestId));
    this.audit.record({ userId: request.userId, actorId: null, action: 'privacy.export-built' });
    return true;
  }
}
