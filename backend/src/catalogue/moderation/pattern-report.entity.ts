import { defineEntity } from '@mikro-orm/core';
import { Pattern } from '../patterns/pattern.entity.js';

export const REPORT_REASONS = ['copyright', 'misleading', 'quality', 'illegal', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** The shop itself creates reports with `resold-copy`, when an upload carries the mark of a sold copy. */
export const ALL_REPORT_REASONS = [...REPORT_REASONS, 'resold-copy'] as const;
export const REPORT_DECISIONS = ['hidden', 'dismissed'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

const PatternReportSchema = defineEntity({
  name: 'PatternReport',
  tableName: 'pattern_reports',
  properties: (p) => ({
    id: p.uuid().primary(),
    patternId: () => p.manyToOne(Pattern).mapToPk().joinColumn('pattern_id').deleteRule('cascade'),
    /** Limits each user to one open report per pattern. Moderators never see the reporter. */
    reporterId: p.uuid().nullable(),
    reason: p.text().$type<(typeof ALL_REPORT_REASONS)[number]>(),
    text: p.text().nullable(),
    state: p.text().$type<'open' | 'resolved'>(),
    decision: p.text().$type<ReportDecision>().nullable(),
    reportedAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
    /** For `resold-copy`: the orders that the mark names. Only administrators see them. */
    purchaseIds: p.array<string>().columnType('uuid[]').default([]),
  }),
});

/** A report that a pattern does not belong in the shop. */
export class PatternReport extends PatternReportSchema.class {
  /** @returns false when the report is already resolved */
  resolve(decision: ReportDecision, at: Date): boolean {
    if (this.state === 'resolved') return false;
    this.state = 'resolved';
    this.decision = decision;
    this.resolvedAt = at;
    return true;
  }
}
PatternReportSchema.setClass(PatternReport);

const PatternDecisionSchema = defineEntity({
  name: 'PatternDecision',
  tableName: 'pattern_decisions',
  properties: (p) => ({
    id: p.uuid().primary(),
    patternId: () => p.manyToOne(Pattern).mapToPk().joinColumn('pattern_id').deleteRule('cascade'),
    moderatorId: p.uuid().nullable(),
    reportId: () => p.manyToOne(PatternReport).mapToPk().joinColumn('report_id').deleteRule('set null').nullable(),
    decision: p.text().$type<ReportDecision | 'restored'>(),
    reason: p.text().nullable(),
    decidedAt: p.datetime(),
  }),
});

/** A decision of a moderator about a pattern, stored with its reason. */
export class PatternDecision extends PatternDecisionSchema.class {}
PatternDecisionSchema.setClass(PatternDecision);
