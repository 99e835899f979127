import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { PatternPicture } from '../pattern-picture.entity.js';

/** Refuses an upload that is not a usable picture. The designer sees the reason. */
export class RefusePicture extends Command<void> {
  constructor(
    readonly pictureId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(RefusePicture)
export class RefusePictureHandler implements ICommandHandler<RefusePicture> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ pictureId, code }: RefusePicture): Promise<void> {
    const picture = await this.em.findOneOrFail(PatternPicture, pictureId, FOR_UPDATE);
    picture.refuse(code, new Date());
  }
}
