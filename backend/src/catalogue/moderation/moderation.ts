import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../platform/audit.js';
import { notFound } from '../../platform/api-error.js';
import { Designer } from '../designers/designer.entity.js';
import { Pattern } from '../patterns/pattern.entity.js';
import { PatternDecision } from './pattern-report.entity.js';

export interface Ruling {
  moderatorId: string;
  reason: string | null;
  reportId?: string;
}

/** What every decision about a pattern has in common: the pattern is locked, the decision is kept, its designer can see it. */
@Injectable()
export class Moderation {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
  ) {}

  /**
   * Under a row lock. Fails with 404 PATTERN_NOT_FOUND, for drafts too unless they are asked for: nothing is known of a
   * draft but that its upload was refused as a resold copy.
   */
  async take(patternId: string, drafts: 'and-drafts' | 'no-drafts' = 'no-drafts'): Promise<Pattern> {
    const pattern = await this.em.findOne(Pattern, patternId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!pattern || (drafts === 'no-drafts' && !pattern.wasPublic())) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return pattern;
  }

  async hide(pattern: Pattern, ruling: Ruling): Promise<void> {
    if (pattern.hide()) await this.note(pattern, 'hidden', ruling);
  }

  async restore(pattern: Pattern, ruling: Ruling): Promise<void> {
    if (pattern.restore()) await this.note(pattern, 'restored', ruling);
  }

  async dismiss(pattern: Pattern, ruling: Ruling): Promise<void> {
    await this.note(pattern, 'dismissed', ruling);
  }

  private async note(pattern: Pattern, decision: PatternDecision['decision'], ruling: Ruling): Promise<void> {
    const decided = { id: uuidv7(), patternId: pattern.id, decision, decidedAt: new Date() };
    this.em.persist(this.em.create(PatternDecision, { ...decided, ...ruling }));
    // A dismissed report would only tell the designer that somebody complained.
    if (decision === 'dismissed') return;
    const { userId } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId: pattern.id };
    if (userId) {
      this.audit.record({ userId, actorId: ruling.moderatorId, action: `catalogue.pattern-${decision}`, details });
    }
  }
}
