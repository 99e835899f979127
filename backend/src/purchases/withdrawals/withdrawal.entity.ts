import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';

/** The money goes back by itself, or a person answers. */
export type WithdrawalOutcome = 'refund' | 'review';

/** What a person decided about one that had to be looked at. */
export const WITHDRAWAL_DECISIONS = ['refunded', 'declined'] as const;
export type WithdrawalDecision = (typeof WITHDRAWAL_DECISIONS)[number];

const WithdrawalSchema = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawals',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** What both sides call it: `WR-2026-000042`. */
    reference: p.text(),
    name: p.text(),
    /** Where the confirmation of receipt goes. */
    email: p.text(),
    emailKey: p.text(),
    /** The contract in the words of whoever withdraws: an order number, or what was bought. */
    contract: p.text(),
    locale: p.text().$type<Language>(),
    textVersion: p.text(),
    /** Null for a guest. */
    userId: p.uuid().nullable(),
    /** The orders that are named, where it is certain that they are their own. */
    purchaseIds: p.array<string>().columnType('uuid[]'),
    outcome: p.text().$type<WithdrawalOutcome>(),
    receivedAt: p.datetime(),
    /** This address had been sent so many that this one is not confirmed by mail. */
    receiptLeftOut: p.boolean(),
    /** Whether the address is certainly the sender's: by the link of a mail to it, or by their account. */
    proven: p.boolean(),
    receiptSentAt: p.datetime().nullable(),
    decision: p.text().$type<WithdrawalDecision>().nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    decidedBy: p.uuid().nullable(),
    /** The person was erased while this was unanswered: it serves the answer and the defence of claims, nothing else. */
    restrictedAt: p.datetime().nullable(),
  }),
});

/** A declaration that a contract is withdrawn from (§ 356a BGB), word for word as it came in. */
export class Withdrawal extends WithdrawalSchema.class {
  /** @returns false when there is nothing to decide: the money goes back anyway, or it was decided otherwise before */
  decide(decision: WithdrawalDecision, note: string | null, by: string, at: Date): boolean {
    if (this.outcome !== 'review' || this.decidedAt) return false;
    this.decision = decision;
    this.decisionNote = note;
    this.decidedBy = by;
    this.decidedAt = at;
    return true;
  }
}
WithdrawalSchema.setClass(Withdrawal);
