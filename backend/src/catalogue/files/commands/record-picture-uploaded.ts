import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Files } from '../../../platform/storage/files.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { PictureUploaded } from '../../catalogue.events.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternPicture } from '../pattern-picture.entity.js';
import { uploadMissing } from './record-file-uploaded.js';

/**
 * Records that a picture is uploaded. The browser reports the upload, and the command checks that the object is in the
 * storage.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND or PICTURE_NOT_FOUND, 409 UPLOAD_MISSING
 */
export class RecordPictureUploaded extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly pictureId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RecordPictureUploaded)
export class RecordPictureUploadedHandler implements ICommandHandler<RecordPictureUploaded> {
  constructor(
    private readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
    private readonly files: Files,
    private readonly outbox: Outbox,
  ) {}

  async execute(report: RecordPictureUploaded): Promise<void> {
    const { pictureId, patternId } = report;
    const requested = await this.em.fork().findOne(PatternPicture, { id: pictureId, patternId });
    const arrived = requested?.state === 'awaiting-upload' ? await this.files.head(requested.sourceKey) : null;
    await this.record(report, arrived !== null);
  }

  @Transactional()
  private async record({ patternId, pictureId, userId }: RecordPictureUploaded, arrived: boolean): Promise<void> {
    await this.ownPatterns.lock(patternId, userId);
    const picture = await this.em.findOne(
      PatternPicture,
      { id: pictureId, patternId, state: { $ne: 'removed' } },
      FOR_UPDATE,
    );
    if (!picture) throw notFound('PICTURE_NOT_FOUND', 'Picture');
    if (picture.state !== 'awaiting-upload') return;
    if (!arrived) throw uploadMissing();
    if (picture.markUploaded()) this.outbox.record(new PictureUploaded(pictureId));
  }
}
