import { EntityManager } from '@mikro-orm/postgresql';
import type { Ground } from '../../../platform/ground.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import type { Pattern } from '../../patterns/pattern.entity.js';
import { Moderation } from '../moderation.js';
import type { ReportResolved } from '../moderation.contract.js';
import { PatternReport, type ReportDecision } from '../pattern-report.entity.js';
import { requireReason, requireStatement } from '../statement-rules.js';

export interface Resolution {
  decision: ReportDecision;
  /** The reason. Optional only to dismiss the report of a resold copy, because the shop itself creates such reports. */
  note: string | null;
  ground: Ground | null;
  clause: string | null;
}

/**
 * Resolves a report. The decision `hidden` hides the pattern and resolves all open reports of the pattern; `dismissed`
 * resolves only this report. Reporters get the decision by mail.
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 REPORT_NOT_FOUND, 409 REPORT_RESOLVED when the report was resolved with the
 * other decision, 409 PATTERN_NOT_PUBLISHED when the decision is to hide a draft
 */
export class ResolveReport extends Command<ReportResolved> {
  constructor(
    readonly reportId: string,
    readonly moderatorId: string,
    readonly resolution: Resolution,
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
  async execute({ reportId, moderatorId, resolution }: ResolveReport): Promise<ReportResolved> {
    const { decision } = resolution;
    const reportBeforeLock = await this.em.findOne(PatternReport, reportId);
    if (!reportBeforeLock) throw notFound('REPORT_NOT_FOUND', 'Report');
    const statement = toStatement(resolution, reportBeforeLock);
    // The row lock of the pattern prevents moderators from resolving two of its reports at the same time.
    const drafts = reportBeforeLock.reason === 'resold-copy' ? 'and-drafts' : 'no-drafts';
    const pattern = await this.moderation.lock(reportBeforeLock.patternId, drafts);
    if (decision === 'hidden' && !pattern.wasPublic()) {
      throw new ApiError(409, 'PATTERN_NOT_PUBLISHED', 'A draft is not in the shop, so there is nothing to hide');
    }
    const lock = { ...FOR_UPDATE, refresh: true } as const;
    const report = await this.em.findOneOrFail(PatternReport, reportId, lock);
    if (report.state === 'resolved') {
      if (report.decision !== decision) throw new ApiError(409, 'REPORT_RESOLVED', 'The report was resolved before');
      return { id: reportId, state: 'resolved', decision };
    }
    const moderatorDecision = { moderatorId, reportId, detectedBy: report.detection(), ...statement };
    if (decision === 'hidden') await this.hide(pattern, moderatorDecision);
    else this.close([report], 'dismissed', await this.moderation.dismiss(pattern, moderatorDecision));
    return { id: reportId, state: 'resolved', decision };
  }

  private async hide(pattern: Pattern, moderatorDecision: Parameters<Moderation['hide']>[1]): Promise<void> {
    const decision =
      (await this.moderation.hide(pattern, moderatorDecision)) ?? (await this.moderation.findHiding(pattern.id));
    this.close(await this.em.find(PatternReport, { patternId: pattern.id, state: 'open' }), 'hidden', decision);
  }

  private close(
    reports: PatternReport[],
    outcome: ReportDecision,
    decision: Awaited<ReturnType<Moderation['findHiding']>>,
  ): void {
    for (const report of reports) {
      report.resolve(outcome, new Date());
      if (!decision) continue;
      report.decisionId = decision.id;
      this.moderation.tellReporter(report, decision);
    }
  }
}

function toStatement({ decision, note, ground, clause }: Resolution, { reason }: PatternReport) {
  if (decision === 'hidden') return requireStatement({ reason: note, ground, clause }, 'note');
  return { reason: reason === 'resold-copy' ? note : requireReason(note, 'note'), ground, clause };
}
