import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../../platform/database/transactional.js';
import { Moderation } from '../moderation.js';
import type { PatternModerated } from '../moderation.contract.js';

/**
 * Gives a pattern that moderators have hidden its previous status. Any other pattern stays unchanged.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND
 */
export class RestorePattern extends Command<PatternModerated> {
  constructor(
    readonly patternId: string,
    readonly moderatorId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RestorePattern)
export class RestorePatternHandler implements ICommandHandler<RestorePattern> {
  constructor(
    readonly em: EntityManager,
    private readonly moderation: Moderation,
  ) {}

  @Transactional()
  async execute({ patternId, moderatorId, reason }: RestorePattern): Promise<PatternModerated> {
    const pattern = await this.moderation.lock(patternId);
    await this.moderation.restore(pattern, { moderatorId, reason, detectedBy: 'moderator' });
    return { id: pattern.id, status: pattern.status };
  }
}
