import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../../platform/database/transactional.js';
import { OwnPatterns } from '../own-patterns.js';

/**
 * Takes a pattern off sale. Its buyers can still download it.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND, 409 PATTERN_NOT_PUBLISHED or PATTERN_HIDDEN
 */
export class UnpublishPattern extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(UnpublishPattern)
export class UnpublishPatternHandler implements ICommandHandler<UnpublishPattern> {
  constructor(
    readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
  ) {}

  @Transactional()
  async execute({ patternId, userId }: UnpublishPattern): Promise<void> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    pattern.unpublish(new Date());
  }
}
