import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { PatternPicture } from '../pattern-picture.entity.js';
import { Pattern } from '../../patterns/pattern.entity.js';

/** Adds a re-encoded picture to its pattern. The caller must already have stored the picture under its public name. */
export class RecordPicturePrepared extends Command<void> {
  constructor(
    readonly pictureId: string,
    readonly url: string,
  ) {
    super();
  }
}

@CommandHandler(RecordPicturePrepared)
export class RecordPicturePreparedHandler implements ICommandHandler<RecordPicturePrepared> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ pictureId, url }: RecordPicturePrepared): Promise<void> {
    const { patternId } = await this.em.findOneOrFail(PatternPicture, pictureId);
    // Every command locks the pattern before the picture, so that commands for two pictures of a pattern cannot deadlock.
    const pattern = await this.em.findOneOrFail(Pattern, patternId, FOR_UPDATE);
    const picture = await this.em.findOneOrFail(PatternPicture, pictureId, { ...FOR_UPDATE, refresh: true });
    if (picture.state !== 'uploaded') return;
    const now = new Date();
    if (pattern.addPicture(url, now)) picture.markPrepared(url, now);
    else picture.refuse('TOO_MANY', now);
  }
}
