import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Moderation } from '../moderation.js';
import type { ReportResolved } from '../moderation.contract.js';
import { PatternReport, type ReportDecision } from '../pattern-report.entity.js';

/**
 * Resolves a report. The decision `hidden` hides the pattern and resolves all its open reports; `dismissed` resolves only
 * this report.
 * @throws {ApiError} 404 REPORT_NOT_FOUND, 409 REPORT_RESOLVED when the report was resolved with the other decision, 409
 * PATTERN_NOT_PUBLISHED when the decision is to hide a draft
 */
export class ResolveReport extends Command<ReportResolved> {
  constructor(
    readonly reportId: string,
    readonly moderatorId: string,
    readonly decision: ReportDecision,
    readonly note: string | null,
  ) {
    super();
  }
}

@CommandHandler(ResolveReport)
export class ResolveReportHandler implements ICommandHandler<ResolveReport> {
  constructor(
    private readonly em: EntityManager,
    private readonly moderation: Moderation,
  ) {}

  @Transactional()
  async execute({ reportId, moderatorId, decision, note }: ResolveReport): Promise<ReportResolved> {
    const unlocked = await this.em.findOne(PatternReport, reportId);
    if (!unlocked) throw notFound('REPORT_NOT_FOUND', 'Report');
    // The row lock of the pattern serialises moderators who resolve different reports of it at the same time.
    const drafts = unlocked.reason === 'resold-copy' ? 'and-drafts' : 'no-drafts';
    const pattern = await this.moderation.lock(unlocked.patternId, drafts);
    if (decision === 'hidden' && !pattern.wasPublic()) {
      throw new ApiError(409, 'PATTERN_NOT_PUBLISHED', 'A draft is not in the shop, so there is nothing to hide');
    }
    const lock = { ...FOR_UPDATE, refresh: true } as const;
    const report = await this.em.findOneOrFail(PatternReport, reportId, lock);
    if (!report.resolve(decision, new Date())) {
      if (report.decision !== decision) throw new ApiError(409, 'REPORT_RESOLVED', 'The report was resolved before');
      return { id: reportId, state: 'resolved', decision };
    }
    const moderatorDecision = { moderatorId, reason: note, reportId };
    if (decision === 'hidden') {
      await this.moderation.hide(pattern, moderatorDecision);
      const others = await this.em.find(PatternReport, { patternId: pattern.id, state: 'open' });
      for (const other of others) other.resolve(decision, new Date());
    } else {
      await this.moderation.dismiss(pattern, moderatorDecision);
    }
    return { id: reportId, state: 'resolved', decision };
  }
}
