import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { ExportRequest } from '../export-request.entity.js';

/**
 * Records a failed attempt to build an archive.
 * @returns true when this was the last attempt: the request is then `failed`
 */
export class RecordExportFailed extends Command<boolean> {
  constructor(readonly requestId: string) {
    super();
  }
}

@CommandHandler(RecordExportFailed)
export class RecordExportFailedHandler implements ICommandHandler<RecordExportFailed> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ requestId }: RecordExportFailed): Promise<boolean> {
    const request = await this.em.findOneOrFail(ExportRequest, requestId, FOR_UPDATE);
    return request.fail();
  }
}
