import { defineEntity } from '@mikro-orm/core';
import type { Repeat } from './automatic-refunds.js';
import type { Language } from '../../platform/language.js';

/** `refund`: the orders are refunded automatically. `review`: an administrator reviews the withdrawal. */
export type WithdrawalOutcome = 'refund' | 'review';

/** The administrator's decision after a review. `refunded` also requests the refund of the recognised orders. */
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
    /** The version of the text that the sender has declared (withdrawal-text.ts). */
    textVersion: p.text(),
    /** Null for a guest. */
    userId: p.uuid().nullable(),
    /** The named orders that match the sender's account or address. */
    purchaseIds: p.array<string>().columnType('uuid[]'),
    outcome: p.text().$type<WithdrawalOutcome>(),
    /** Why an order that could be refunded automatically waits for a review. */
    repeats: p.array<Repeat>().columnType('text[]').default([]),
    receivedAt: p.datetime(),
    /** Whether no confirmation is mailed, because a limit of mails was reached. */
    receiptLeftOut: p.boolean(),
    /** Whether the sender has proven the address: by the link of a mail to the address, or by the account. */
    proven: p.boolean(),
    receiptSentAt: p.datetime().nullable(),
    decision: p.text().$type<WithdrawalDecision>().nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    decidedBy: p.uuid().nullable(),
    /**
     * Set when the account is erased before the decision. The data then serve only the decision and the defence of claims.
     */
    restrictedAt: p.datetime().nullable(),
  }),
});

/** A declared withdrawal from a contract (§ 356a BGB). The sender may have no account. */
export class Withdrawal extends WithdrawalSchema.class {
  /** @returns false when there is nothing to decide, because the withdrawal is refunded automatically or already decided */
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
