import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternPicture } from '../pattern-picture.entity.js';

/**
 * Removes a picture from its pattern. The scheduled purge of uploads deletes the object from the storage later.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND or PICTURE_NOT_FOUND
 */
export class RemovePicture extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly pictureId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RemovePicture)
export class RemovePictureHandler implements ICommandHandler<RemovePicture> {
  constructor(
    private readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
  ) {}

  @Transactional()
  async execute({ patternId, pictureId, userId }: RemovePicture): Promise<void> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const picture = await this.em.findOne(
      PatternPicture,
      { id: pictureId, patternId, state: { $ne: 'removed' } },
      FOR_UPDATE,
    );
    if (!picture) throw notFound('PICTURE_NOT_FOUND', 'Picture');
    if (picture.url) pattern.removePicture(picture.url, new Date());
    picture.state = 'removed';
  }
}
