import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../platform/audit.js';
import { notFound } from '../../platform/api-error.js';
import { Designer } from '../designers/designer.entity.js';
import { Pattern } from '../patterns/pattern.entity.js';
import { PatternDecision } from './pattern-report.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

export interface ModeratorDecision {
  moderatorId: string;
  reason: string | null;
  reportId?: string;
}

/** Applies decisions of moderators to patterns, stores the decisions and adds them to the designer's audit log. */
@Injectable()
export class Moderation {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
  ) {}

  /**
   * Locks the row of a pattern.
   * @param drafts whether to accept a draft; moderators see a draft only if it has a refused upload of a resold copy
   * @throws {ApiError} 404 PATTERN_NOT_FOUND
   */
  async lock(patternId: string, drafts: 'and-drafts' | 'no-drafts' = 'no-drafts'): Promise<Pattern> {
    const pattern = await this.em.findOne(Pattern, patternId, FOR_UPDATE);
    if (!pattern || (drafts === 'no-drafts' && !pattern.wasPublic())) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return pattern;
  }

  async hide(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<void> {
    if (pattern.hide()) await this.record(pattern, 'hidden', moderatorDecision);
  }

  async restore(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<void> {
    if (pattern.restore()) await this.record(pattern, 'restored', moderatorDecision);
  }

  async dismiss(pattern: Pattern, moderatorDecision: ModeratorDecision): Promise<void> {
    await this.record(pattern, 'dismissed', moderatorDecision);
  }

  private async record(
    pattern: Pattern,
    decision: PatternDecision['decision'],
    moderatorDecision: ModeratorDecision,
  ): Promise<void> {
    const decided = { id: uuidv7(), patternId: pattern.id, decision, decidedAt: new Date() };
    this.em.persist(this.em.create(PatternDecision, { ...decided, ...moderatorDecision }));
    // The designer is not told about a dismissed report.
    if (decision === 'dismissed') return;
    const { userId } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId: pattern.id };
    if (userId) {
      this.audit.record({
        userId,
        actorId: moderatorDecision.moderatorId,
        action: `catalogue.pattern-${decision}`,
        details,
      });
    }
  }
}
