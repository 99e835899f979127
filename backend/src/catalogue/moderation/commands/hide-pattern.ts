import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../../platform/database/transactional.js';
import { Moderation } from '../moderation.js';
import type { PatternModerated } from '../moderation.contract.js';
import type { Statement } from '../../../platform/ground.js';

/**
 * Hides a pattern from the shop; its buyers can still download it. A pattern that moderators have already hidden stays
 * unchanged.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND
 */
export class HidePattern extends Command<PatternModerated> {
  constructor(
    readonly patternId: string,
    readonly moderatorId: string,
    readonly statement: Statement,
  ) {
    super();
  }
}

@CommandHandler(HidePattern)
export class HidePatternHandler implements ICommandHandler<HidePattern> {
  constructor(
    readonly em: EntityManager,
    private readonly moderation: Moderation,
  ) {}

  @Transactional()
  async execute({ patternId, moderatorId, statement }: HidePattern): Promise<PatternModerated> {
    const pattern = await this.moderation.lock(patternId);
    await this.moderation.hide(pattern, { moderatorId, detectedBy: 'moderator', ...statement });
    return { id: pattern.id, status: pattern.status };
  }
}
