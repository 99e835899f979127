import { EntityManager } from '@mikro-orm/postgresql';
import type { Ground } from '../../../platform/ground.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError, invalid, notFound } from '../../../platform/api-error.js';
import { Transactional } from '../../../platform/database/transactional.js';
import type { Pattern } from '../../patterns/pattern.entity.js';
import { Moderation, type ModeratorDecision } from '../moderation.js';
import { type DecisionReviewed, type REVIEW_OUTCOMES } from '../decisions.contract.js';
import { PatternDecision, PatternReport } from '../pattern-report.entity.js';
import { requireReason, requireStatement } from '../statement-rules.js';

export interface Review {
  decision: (typeof REVIEW_OUTCOMES)[number];
  reason: string;
  ground: Ground | null;
  clause: string | null;
}

/**
 * Records the second decision after an objection. A moderator other than the first one decides. There is no third decision.
 * The designer and the reporters get the decision by mail.
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 DECISION_NOT_FOUND, 409 OWN_DECISION, 409 DECISION_REVIEWED, 409
 * DECISION_OUTDATED when the pattern is not in the state that the reviewed decision gave it
 */
export class ReviewDecision extends Command<DecisionReviewed> {
  constructor(
    readonly decisionId: string,
    readonly moderatorId: string,
    readonly review: Review,
  ) {
    super();
  }
}

@CommandHandler(ReviewDecision)
export class ReviewDecisionHandler implements ICommandHandler<ReviewDecision> {
  constructor(
    private readonly em: EntityManager,
    private readonly moderation: Moderation,
  ) {}

  @Transactional()
  async execute({ decisionId, moderatorId, review }: ReviewDecision): Promise<DecisionReviewed> {
    const first = await this.em.findOne(PatternDecision, decisionId);
    if (!first || first.decision === 'upheld') throw notFound('DECISION_NOT_FOUND', 'Decision');
    // The row lock of the pattern makes a second review of the same decision wait.
    const pattern = await this.moderation.lock(first.patternId, 'and-drafts');
    if (first.moderatorId === moderatorId) {
      throw new ApiError(409, 'OWN_DECISION', 'Another moderator must decide about an objection to your decision');
    }
    if (await this.em.count(PatternDecision, { reviewsId: first.id })) {
      throw new ApiError(409, 'DECISION_REVIEWED', 'An objection to this decision was decided before');
    }
    const { detectedBy, reportId } = first;
    const decision = await this.decide(pattern, first, review, {
      moderatorId,
      detectedBy,
      reportId,
      reviewsId: first.id,
      ...toStatement(review, first),
    });
    const reports = await this.em.find(PatternReport, { decisionId: first.id });
    for (const report of reports) {
      this.moderation.tellReporter(report, decision);
      if (decision.decision !== 'upheld') report.decisionId = decision.id;
    }
    return { id: decision.id, reference: decision.reference, decision: review.decision };
  }

  private async decide(
    pattern: Pattern,
    first: PatternDecision,
    { decision: outcome }: Review,
    moderatorDecision: ModeratorDecision,
  ): Promise<PatternDecision> {
    const hides = first.decision === 'hidden';
    if (outcome === 'upheld') {
      if (hides !== pattern.isHiddenByModerators()) throw outdated();
      return this.moderation.uphold(pattern, moderatorDecision);
    }
    if (hides !== (outcome === 'restored')) throw invalid('decision', `${outcome} does not change this decision`);
    if (outcome === 'hidden' && !pattern.wasPublic()) throw outdated();
    const decision = await this.moderation[outcome === 'hidden' ? 'hide' : 'restore'](pattern, moderatorDecision);
    if (!decision) throw outdated();
    return decision;
  }
}

const outdated = () =>
  new ApiError(409, 'DECISION_OUTDATED', 'The state of the pattern has changed since this decision');

/** An upheld decision gets the ground and the clause of the first decision. */
function toStatement({ decision, reason, ground, clause }: Review, first: PatternDecision) {
  if (decision === 'hidden') return requireStatement({ reason, ground, clause }, 'reason');
  const kept = decision === 'upheld' ? { ground: first.ground, clause: first.clause } : {};
  return { reason: requireReason(reason, 'reason'), ...kept };
}
