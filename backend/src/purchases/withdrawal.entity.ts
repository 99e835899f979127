import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../platform/language.js';
import { Purchase } from './purchase.entity.js';

/** The money goes back by itself, or a person answers. */
export type WithdrawalOutcome = 'refund' | 'review';

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
    /** The order that is meant, once it is certain that it is their own. */
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id').nullable(),
    outcome: p.text().$type<WithdrawalOutcome>(),
    receivedAt: p.datetime(),
    receiptSentAt: p.datetime().nullable(),
  }),
});

/** A declaration that a contract is withdrawn from (§ 356a BGB), word for word as it came in. */
export class Withdrawal extends WithdrawalSchema.class {}
WithdrawalSchema.setClass(Withdrawal);
