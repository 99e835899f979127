import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../platform/audit.js';
import { notFound } from '../../platform/api-error.js';
import { Designer } from '../designers/designer.entity.js';
import { Pattern } from '../patterns/pattern.entity.js';
import { PatternDecision } from './pattern-report.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

export interface Ruling {
  moderatorId: string;
  reason: string | null;
  reportId?: string;
}

/** Locks patterns for moderators, stores their decisions, and adds these to the designer's audit log. */
@Injectable()
export class Moderation {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
  ) {}

  /**
   * Locks the row of a pattern. Moderators see a draft only when its upload was refused as a resold copy.
   * @throws {ApiError} 404 PATTERN_NOT_FOUND, for a draft too unless `drafts` is `and-drafts`
   */
  async lock(patternId: string, drafts: 'and-drafts' | 'no-drafts' = 'no-drafts'): Promise<Pattern> {
    const pattern = await this.em.findOne(Pattern, patternId, FOR_UPDATE);
    if (!pattern || (drafts === 'no-drafts' && !pattern.wasPublic())) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return pattern;
  }

  async hide(pattern: Pattern, ruling: Ruling): Promise<void> {
    if (pattern.hide()) await this.record(pattern, 'hidden', ruling);
  }

  async restore(pattern: Pattern, ruling: Ruling): Promise<void> {
    if (pattern.restore()) await this.record(pattern, 'restored', ruling);
  }

  async dismiss(pattern: Pattern, ruling: Ruling): Promise<void> {
    await this.record(pattern, 'dismissed', ruling);
  }

  private async record(pattern: Pattern, decision: PatternDecision['decision'], ruling: Ruling): Promise<void> {
    const decided = { id: uuidv7(), patternId: pattern.id, decision, decidedAt: new Date() };
    this.em.persist(this.em.create(PatternDecision, { ...decided, ...ruling }));
    // The designer does not learn of a dismissed report.
    if (decision === 'dismissed') return;
    const { userId } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId: pattern.id };
    if (userId) {
      this.audit.record({ userId, actorId: ruling.moderatorId, action: `catalogue.pattern-${decision}`, details });
    }
  }
}
