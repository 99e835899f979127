import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { PatternReported } from '../../catalogue.events.js';
import { Pattern } from '../../patterns/pattern.entity.js';
import { checkNotice, type Notice } from '../notice-rules.js';
import { PatternReport } from '../pattern-report.entity.js';

/**
 * Reports a published pattern to the moderators. While the user has an open report of this pattern, returns the reference
 * of this report and changes nothing.
 * @returns the reference of the report
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 PATTERN_NOT_FOUND
 */
export class ReportPattern extends Command<string> {
  constructor(
    readonly patternId: string,
    readonly reporterId: string,
    readonly notice: Notice,
  ) {
    super();
  }
}

@CommandHandler(ReportPattern)
export class ReportPatternHandler implements ICommandHandler<ReportPattern> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ patternId, reporterId, notice }: ReportPattern): Promise<string> {
    checkNotice(notice, null);
    // The row lock makes the second request of a double click wait, so that it finds the report of the first request.
    const pattern = await this.em.findOne(Pattern, { id: patternId, status: 'published' }, FOR_UPDATE);
    if (!pattern) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    const open = await this.em.findOne(PatternReport, { patternId, reporterId, state: 'open' });
    if (open) return open.reference;
    const details = { id: uuidv7(), patternId, reporterId, reportedAt: new Date() };
    const report = this.em.create(PatternReport, { ...details, ...notice, state: 'open' });
    await this.em.persist(report).flush();
    this.outbox.record(new PatternReported(report.id));
    return report.reference;
  }
}
