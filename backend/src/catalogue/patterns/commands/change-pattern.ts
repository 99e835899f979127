import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { OwnPatterns } from '../own-patterns.js';
import type { PatternChanges } from '../pattern-form.js';
import { applyTranslations } from '../apply-translations.js';
import { recordPrice } from '../price-history.js';

/**
 * Changes those fields of the pattern for which the form has a value.
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 PATTERN_NOT_FOUND, also for another designer's pattern
 */
export class ChangePattern extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
    readonly changes: PatternChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangePattern)
export class ChangePatternHandler implements ICommandHandler<ChangePattern> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly ownPatterns: OwnPatterns,
  ) {}

  @Transactional()
  async execute({ patternId, userId, changes }: ChangePattern): Promise<void> {
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const now = new Date();
    pattern.language = changes.language ?? pattern.language;
    pattern.category = changes.category ?? pattern.category;
    pattern.difficultyLevel = changes.difficulty_level ?? pattern.difficultyLevel;
    if (changes.preview_images && !pattern.arrangePictures(changes.preview_images)) {
      throw invalid('preview_images', 'preview_images must contain each picture of this pattern exactly once');
    }
    const { priceCents, currency } = pattern;
    pattern.priceCents = changes.price ?? priceCents;
    pattern.currency = changes.currency ?? currency;
    applyTranslations(pattern, changes);
    if (pattern.priceCents !== priceCents || pattern.currency !== currency) await recordPrice(this.sql, pattern, now);
    pattern.updatedAt = now;
  }
}
