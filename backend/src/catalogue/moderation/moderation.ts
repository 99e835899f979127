import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../platform/audit.js';
import { notFound } from '../../platform/api-error.js';
import { Outbox } from '../../platform/events/outbox.js';
import type { Ground } from '../../platform/ground.js';
import { PatternDecided, ReportDecided } from '../catalogue.events.js';
import { Designer } from '../designers/designer.entity.js';
import { Pattern } from '../patterns/pattern.entity.js';
import { type DecisionKind, type Detection, PatternDecision, PatternReport } from './pattern-report.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

export interface ModeratorDecision {
  moderatorId: string;
  reason: string | null;
  ground?: Ground | null;
  clause?: string | null;
  detectedBy: Detection;
  reportId?: string | null;
  reviewsId?: string;
}

/**
 * Applies decisions of moderators to patterns, stores the decisions and adds them to the designer's audit log. The designer
 * gets a statement of reasons for each decision about the visibility of the pattern (Art. 17 DSA).
 */
@Injectable()
export class Moderation {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Locks the row of a pattern.
   * @param drafts whether to accept a draft; moderators see a draft only if a resold copy was uploaded for it
   * @throws {ApiError} 404 PATTERN_NOT_FOUND
   */
  async lock(patternId: string, drafts: 'and-drafts' | 'no-drafts' = 'no-drafts'): Promise<Pattern> {
    const pattern = await this.em.findOne(Pattern, patternId, FOR_UPDATE);
    if (!pattern || (drafts === 'no-drafts' && !pattern.wasPublic())) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return pattern;
  }

  /** @returns null when moderators have already hidden the pattern */
  async hide(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<PatternDecision | null> {
    return pattern.hide() ? this.record(pattern, 'hidden', moderatorDecision) : null;
  }

  /** @returns null when moderators have not hidden the pattern */
  async restore(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<PatternDecision | null> {
    return pattern.restore() ? this.record(pattern, 'restored', moderatorDecision) : null;
  }

  async dismiss(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<PatternDecision> {
    return this.record(pattern, 'dismissed', moderatorDecision);
  }

  /** Keeps a decision after an objection. */
  async uphold(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<PatternDecision> {
    return this.record(pattern, 'upheld', moderatorDecision);
  }

  /** The newest decision that has hidden the pattern. */
  findHiding(patternId: string): Promise<PatternDecision | null> {
    return this.em.findOne(
      PatternDecision,
      { patternId, decision: 'hidden' },
      { orderBy: { decidedAt: 'desc', id: 'desc' } },
    );
  }

  /** Mails the decision to the reporter, if the report has an address for mails (Art. 16 (5) DSA). */
  tellReporter(report: PatternReport, decision: PatternDecision): void {
    if (report.hasNotifier()) this.outbox.record(new ReportDecided(report.id, decision.id));
  }

  private async record(
    pattern: Pattern,
    kind: DecisionKind,
    { reportId = null, ...moderatorDecision }: ModeratorDecision,
  ): Promise<PatternDecision> {
    const decided = { id: uuidv7(), patternId: pattern.id, decision: kind, decidedAt: new Date() };
    const decision = this.em.create(PatternDecision, { ...decided, ...moderatorDecision, reportId });
    await this.em.persist(decision).flush();
    if (await this.isForDesigner(decision)) await this.tellDesigner(pattern, decision);
    return decision;
  }

  /**
   * Whether the designer gets the decision. The designer gets no mail about a dismissed report, and none about the
   * unsuccessful objection of its reporter.
   */
  private async isForDesigner({ decision, reviewsId }: PatternDecision): Promise<boolean> {
    if (decision === 'dismissed') return false;
    if (decision !== 'upheld') return true;
    const reviewed = await this.em.findOneOrFail(PatternDecision, reviewsId!);
    return reviewed.decision === 'hidden';
  }

  private async tellDesigner(pattern: Pattern, { id, decision, moderatorId }: PatternDecision): Promise<void> {
    this.outbox.record(new PatternDecided(id));
    const { userId } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId: pattern.id };
    if (userId)
      this.audit.record({ userId, actorId: moderatorId ?? null, action: `catalogue.pattern-${decision}`, details });
  }
}
