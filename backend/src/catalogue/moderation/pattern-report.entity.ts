import { defineEntity } from '@mikro-orm/core';
import type { Ground } from '../../platform/ground.js';
import { Pattern } from '../patterns/pattern.entity.js';

/**
 * `minors`: an offence named in Articles 3 to 7 of Directive 2011/93/EU (sexual abuse of minors). Such a notice needs no
 * name and no address (Art. 16 (2) (c) DSA).
 */
export const REPORT_REASONS = ['copyright', 'misleading', 'quality', 'illegal', 'minors', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** Users cannot choose `resold-copy`. The shop creates such a report when an upload carries the mark of a sold copy. */
export const ALL_REPORT_REASONS = [...REPORT_REASONS, 'resold-copy'] as const;
/** `hidden`: the pattern is hidden from the shop. `dismissed`: the report has no effect on the pattern. */
export const REPORT_DECISIONS = ['hidden', 'dismissed'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];
/** `restored`: the pattern is shown again. `upheld`: a second moderator keeps the decision after an objection. */
export const DECISIONS = [...REPORT_DECISIONS, 'restored', 'upheld'] as const;
export type DecisionKind = (typeof DECISIONS)[number];
/** `automated`: the shop's check of uploads; `moderator`: a moderator, without a notice. */
export const DETECTIONS = ['notice', 'moderator', 'automated'] as const;
export type Detection = (typeof DETECTIONS)[number];

const PatternReportSchema = defineEntity({
  name: 'PatternReport',
  tableName: 'pattern_reports',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** The number that mails and moderators use, such as `NR-2026-000042`. */
    reference: p.text().defaultRaw(`moderation_reference('NR')`),
    patternId: () => p.manyToOne(Pattern).mapToPk().joinColumn('pattern_id').deleteRule('cascade'),
    /** Needed to limit each user to one open report per pattern. Moderators never see the reporter. */
    reporterId: p.uuid().nullable(),
    /** The name and the address of a guest; only administrators see them. `locale` is the language of the guest's mails. */
    notifierName: p.text().nullable(),
    notifierEmail: p.text().nullable(),
    notifierEmailKey: p.text().nullable(),
    locale: p.text().$type<'de' | 'en'>().nullable(),
    /** The reporter has stated that the information in the notice is accurate and complete (Art. 16 (2) (d) DSA). */
    goodFaith: p.boolean().default(false),
    /** The receipt to the guest's address was skipped because of a limit of unproven mail. */
    receiptLeftOut: p.boolean().default(false),
    reason: p.text().$type<(typeof ALL_REPORT_REASONS)[number]>(),
    text: p.text().nullable(),
    state: p.text().$type<'open' | 'resolved'>(),
    decision: p.text().$type<ReportDecision>().nullable(),
    /** The row of `pattern_decisions` that resolved the report. */
    decisionId: p.uuid().nullable(),
    reportedAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
    /** For `resold-copy`: the orders that the mark names. Only administrators see these orders. */
    purchaseIds: p.array<string>().columnType('uuid[]').default([]),
  }),
});

/** A report by a user, by a guest, or by the shop itself, that a pattern does not belong in the shop. */
export class PatternReport extends PatternReportSchema.class {
  /** @returns false when the report is already resolved */
  resolve(decision: ReportDecision, at: Date): boolean {
    if (this.state === 'resolved') return false;
    this.state = 'resolved';
    this.decision = decision;
    this.resolvedAt = at;
    return true;
  }

  /** How the reported content was detected. */
  detection(): Detection {
    return this.reason === 'resold-copy' ? 'automated' : 'notice';
  }

  /** Whether the report has a reporter to whom mails can be sent; false for a report by the shop itself. */
  hasNotifier(): boolean {
    return this.reporterId !== null || this.notifierEmail !== null;
  }
}
PatternReportSchema.setClass(PatternReport);

const PatternDecisionSchema = defineEntity({
  name: 'PatternDecision',
  tableName: 'pattern_decisions',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** The number that objections name, such as `DR-2026-000042`. */
    reference: p.text().defaultRaw(`moderation_reference('DR')`),
    patternId: () => p.manyToOne(Pattern).mapToPk().joinColumn('pattern_id').deleteRule('cascade'),
    moderatorId: p.uuid().nullable(),
    reportId: () => p.manyToOne(PatternReport).mapToPk().joinColumn('report_id').deleteRule('set null').nullable(),
    /** The decision that this one confirms or changes after an objection. A decision is reviewed once. */
    reviewsId: p.uuid().nullable(),
    decision: p.text().$type<DecisionKind>(),
    ground: p.text().$type<Ground>().nullable(),
    /** The norm or the clause of the terms, such as `§ 97 UrhG`. */
    clause: p.text().nullable(),
    /** The facts and circumstances, and why they lead to the decision. The designer and the reporter read this text. */
    reason: p.text().nullable(),
    detectedBy: p.text().$type<Detection>().default('moderator'),
    decidedAt: p.datetime(),
  }),
});

/** A decision of a moderator about a pattern, stored with its reason. */
export class PatternDecision extends PatternDecisionSchema.class {}
PatternDecisionSchema.setClass(PatternDecision);
