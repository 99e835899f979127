import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Pattern } from '../../patterns/pattern.entity.js';
import { PatternReport, type ReportReason } from '../pattern-report.entity.js';

/**
 * Reports a pattern to the moderators. Has no effect while the user has an open report of this pattern.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND
 */
export class ReportPattern extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly reporterId: string,
    readonly reason: ReportReason,
    readonly text: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReportPattern)
export class ReportPatternHandler implements ICommandHandler<ReportPattern> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ patternId, reporterId, reason, text }: ReportPattern): Promise<void> {
    // The row lock serialises the requests of a double click, so that the second one finds the report of the first.
    const pattern = await this.em.findOne(Pattern, { id: patternId, status: 'published' }, FOR_UPDATE);
    if (!pattern) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    if (await this.em.count(PatternReport, { patternId, reporterId, state: 'open' })) return;
    const report = { id: uuidv7(), patternId, reporterId, reason, text, reportedAt: new Date() };
    this.em.persist(this.em.create(PatternReport, { ...report, state: 'open' }));
  }
}
