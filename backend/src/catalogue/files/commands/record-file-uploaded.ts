import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Files } from '../../../platform/storage/files.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { MasterUploaded } from '../../catalogue.events.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternFile } from '../pattern-file.entity.js';
import { enforceVersionLimit } from '../version-limit.js';

/**
 * Records that a file is uploaded. The browser reports the upload, and the command checks that the object is in the storage.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND or FILE_NOT_FOUND, 409 UPLOAD_MISSING, 429 VERSION_LIMIT
 */
export class RecordFileUploaded extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly fileId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RecordFileUploaded)
export class RecordFileUploadedHandler implements ICommandHandler<RecordFileUploaded> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly ownPatterns: OwnPatterns,
    private readonly files: Files,
    private readonly outbox: Outbox,
  ) {}

  async execute(report: RecordFileUploaded): Promise<void> {
    const requested = await this.em.fork().findOne(PatternFile, { id: report.fileId, patternId: report.patternId });
    const arrived = requested?.state === 'awaiting-upload' ? await this.files.head(requested.sourceKey) : null;
    await this.record(report, arrived !== null);
  }

  @Transactional()
  private async record({ patternId, fileId, userId }: RecordFileUploaded, arrived: boolean): Promise<void> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const file = await this.em.findOne(PatternFile, { id: fileId, patternId }, FOR_UPDATE);
    if (!file) throw notFound('FILE_NOT_FOUND', 'File');
    if (file.state !== 'awaiting-upload') return;
    if (!arrived) throw uploadMissing();
    // RequestFileUpload checks the limit too, but a designer can request any number of forms before the first upload.
    await enforceVersionLimit(this.sql, pattern, file.kind);
    if (file.markUploaded(new Date())) this.outbox.record(new MasterUploaded(fileId));
  }
}

export const uploadMissing = () =>
  new ApiError(409, 'UPLOAD_MISSING', 'The upload has not arrived. Please upload the file again.');
