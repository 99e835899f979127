import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { GetProfile } from '../../../accounts/queries/get-profile.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { CURRENCIES } from '../currencies.js';
import { OwnPatterns, toSlug } from '../own-patterns.js';
import type { NewPattern } from '../pattern-form.js';
import { applyTranslations } from '../apply-translations.js';
import { Pattern } from '../pattern.entity.js';
import { recordPrice } from '../price-history.js';

/**
 * Creates a draft. Also creates the user's designer profile if the user has none.
 * @returns the id of the pattern
 * @throws {ApiError} 400 VALIDATION_FAILED when a translation has no title or no description
 */
export class CreatePattern extends Command<string> {
  constructor(
    readonly userId: string,
    readonly language: Language,
    readonly form: NewPattern,
  ) {
    super();
  }
}

@CommandHandler(CreatePattern)
export class CreatePatternHandler implements ICommandHandler<CreatePattern> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly queries: QueryBus,
    private readonly ownPatterns: OwnPatterns,
  ) {}

  async execute(command: CreatePattern): Promise<string> {
    const { displayName } = await this.queries.execute(new GetProfile(command.userId));
    return this.create(command, displayName);
  }

  @Transactional()
  private async create({ userId, language, form }: CreatePattern, name: string): Promise<string> {
    const designer = await this.ownPatterns.findOrCreateDesigner(userId, name);
    const [id, now] = [uuidv7(), new Date()];
    const pattern = this.em.create(Pattern, {
      id,
      designerId: designer.id,
      slug: `${toSlug(form.title)}-${id.slice(-12)}`,
      status: 'draft',
      language: form.language ?? language,
      texts: {},
      details: {},
      category: form.category,
      difficultyLevel: form.difficulty_level,
      previewImages: [],
      priceCents: form.price,
      currency: form.currency ?? CURRENCIES[0],
      createdAt: now,
      updatedAt: now,
    });
    applyTranslations(pattern, form);
    await this.em.persist(pattern).flush();
    await recordPrice(this.sql, pattern, now);
    return id;
  }
}
