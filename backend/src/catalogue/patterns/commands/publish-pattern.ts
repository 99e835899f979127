import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../../platform/database/transactional.js';
import { OwnPatterns } from '../own-patterns.js';
import { PatternFile, PATTERN_PIECE_KINDS } from '../../files/pattern-file.entity.js';

/** Puts a pattern on sale. @throws {ApiError} 404 PATTERN_NOT_FOUND, 409 PATTERN_INCOMPLETE or PATTERN_HIDDEN */
export class PublishPattern extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(PublishPattern)
export class PublishPatternHandler implements ICommandHandler<PublishPattern> {
  constructor(
    private readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
  ) {}

  @Transactional()
  async execute({ patternId, userId }: PublishPattern): Promise<void> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const kind = { $in: PATTERN_PIECE_KINDS };
    const fileCount = await this.em.count(PatternFile, { patternId, state: 'ready', kind });
    pattern.publish(fileCount > 0, new Date());
  }
}
