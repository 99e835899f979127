import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import type { Language } from '../../platform/language.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { exportKey } from '../export-key.js';
import { ExportRequest } from '../export-request.entity.js';

export interface StartedExport {
  userId: string;
  language: Language;
  requestedAt: Date;
  /** Storage key of the archive. */
  objectKey: string;
  /** False when the request has already ended; the worker must then delete an archive that is already stored. */
  wanted: boolean;
}

/** Marks an export as running. @returns null when the request does not exist or its archive is already stored */
export class StartExport extends Command<StartedExport | null> {
  constructor(readonly requestId: string) {
    super();
  }
}

@CommandHandler(StartExport)
export class StartExportHandler implements ICommandHandler<StartExport> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ requestId }: StartExport): Promise<StartedExport | null> {
    const request = await this.em.findOne(ExportRequest, requestId, FOR_UPDATE);
    // `ready`: an earlier attempt of the job has stored the archive.
    if (!request || request.state === 'ready') return null;
    const wanted = request.start(await databaseTime());
    const { userId, language, requestedAt } = request;
    return { userId, language, requestedAt, objectKey: exportKey(userId, requestId), wanted };
  }
}
