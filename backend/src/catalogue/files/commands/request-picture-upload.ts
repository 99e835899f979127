import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Files } from '../../../platform/storage/files.js';
import { ApiError } from '../../../platform/api-error.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternPicture } from '../pattern-picture.entity.js';
import type { PictureUpload, PictureUploadForm } from '../uploads.contract.js';
import { UPLOAD_SECONDS } from './request-file-upload.js';
import { PICTURE_LIMIT } from '../../../platform/shop-rules.js';

/**
 * Creates a picture and returns a presigned form to upload it.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND, 409 PICTURE_LIMIT
 */
export class RequestPictureUpload extends Command<PictureUpload> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
    readonly form: PictureUploadForm,
  ) {
    super();
  }
}

@CommandHandler(RequestPictureUpload)
export class RequestPictureUploadHandler implements ICommandHandler<RequestPictureUpload> {
  constructor(
    private readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
    private readonly files: Files,
  ) {}

  async execute(request: RequestPictureUpload): Promise<PictureUpload> {
    const { bytes, content_type: type } = request.form;
    const picture = await this.add(request);
    const upload = await this.files.presignUpload(picture.sourceKey, type, [bytes, bytes], UPLOAD_SECONDS);
    return { picture_id: picture.id, upload };
  }

  @Transactional()
  private async add({ patternId, userId }: RequestPictureUpload): Promise<PatternPicture> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const now = new Date();
    // An upload that has not arrived yet counts until its form expires.
    const pending = await this.em.count(PatternPicture, {
      patternId,
      $or: [
        { state: 'uploaded' },
        { state: 'awaiting-upload', requestedAt: { $gt: new Date(now.getTime() - UPLOAD_SECONDS * 1000) } },
      ],
    });
    if (pattern.previewImages.length + pending >= PICTURE_LIMIT) {
      throw new ApiError(409, 'PICTURE_LIMIT', `A pattern has at most ${PICTURE_LIMIT} pictures`);
    }
    const id = uuidv7();
    const picture = this.em.create(PatternPicture, {
      id,
      patternId,
      state: 'awaiting-upload',
      sourceKey: `incoming/${id}`,
      requestedAt: now,
    });
    this.em.persist(picture);
    return picture;
  }
}
