import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';

/** Refunded automatically, or reviewed by an administrator. */
export type WithdrawalOutcome = 'refund' | 'review';

/** The administrator's decision after a review. */
export const WITHDRAWAL_DECISIONS = ['refunded', 'declined'] as const;
export type WithdrawalDecision = (typeof WITHDRAWAL_DECISIONS)[number];

const WithdrawalSchema = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawals',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** The number of the withdrawal: `WR-2026-000042`. */
    reference: p.text(),
    name: p.text(),
    /** Receives the confirmation of receipt. */
    email: p.text(),
    emailKey: p.text(),
    /** The sender's text: an order number or a description of the contract. */
    contract: p.text(),
    locale: p.text().$type<Language>(),
    textVersion: p.text(),
    /** Null for a guest. */
    userId: p.uuid().nullable(),
    /** The named orders that match the sender's account or address. */
    purchaseIds: p.array<string>().columnType('uuid[]'),
    outcome: p.text().$type<WithdrawalOutcome>(),
    receivedAt: p.datetime(),
    /** The address had reached its limit of mails, so no confirmation is mailed. */
    receiptLeftOut: p.boolean(),
    /** Whether the address is proven to be the sender's: by the link of a mail to it, or by the account. */
    proven: p.boolean(),
    receiptSentAt: p.datetime().nullable(),
    decision: p.text().$type<WithdrawalDecision>().nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    decidedBy: p.uuid().nullable(),
    /** Set when the account is erased before the decision: the data serve only the decision and the defence of claims. */
    restrictedAt: p.datetime().nullable(),
  }),
});

/** A declared withdrawal from a contract (§ 356a BGB), stored unchanged. */
export class Withdrawal extends WithdrawalSchema.class {
  /** @returns false when there is nothing to decide: it is refunded automatically, or already decided */
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
