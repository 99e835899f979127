import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/database/transactional.js';
import type { Language } from '../../platform/language.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { exportKey } from '../export-key.js';
import { ExportRequest } from '../export-request.entity.js';

export interface ExportWork {
  userId: string;
  language: Language;
  requestedAt: Date;
  /** Where the archive belongs. */
  objectKey: string;
  /** False when nobody waits for it any more; then nothing may lie there. */
  wanted: boolean;
}

/** A worker begins to build an archive, or begins again. @returns null for a request that does not exist */
export class StartExport extends Command<ExportWork | null> {
  constructor(readonly requestId: string) {
    super();
  }
}

@CommandHandler(StartExport)
export class StartExportHandler implements ICommandHandler<StartExport> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ requestId }: StartExport): Promise<ExportWork | null> {
    const request = await this.em.findOne(ExportRequest, requestId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Ready: a repeat after the answer of the first was lost. The archive stays.
    if (!request || request.state === 'ready') return null;
    const wanted = request.start(await databaseTime());
    const { userId, language, requestedAt } = request;
    return { userId, language, requestedAt, objectKey: exportKey(userId, requestId), wanted };
  }
}
