import { defineEntity } from '@mikro-orm/core';
import { Purchase } from '../orders/purchase.entity.js';

/** How the shop learned of a refund: Stripe's response to the shop's request, a Stripe event, or a lost dispute. */
export type RefundSource = 'response' | 'event' | 'dispute';

const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  properties: (p) => ({
    id: p.uuid().primary(),
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id'),
    /** The increase of the refunded total, in minor units. */
    cents: p.integer(),
    /** The refunded total after it. */
    totalCents: p.integer(),
    source: p.text().$type<RefundSource>(),
    /** Null for a refund that the shop did not request: one made in Stripe's dashboard, or a lost dispute. */
    requestId: p.uuid().nullable(),
    refundedAt: p.datetime(),
  }),
});

/** An increase of the refunded total of a purchase. Each has its own document and mail, so its amounts never change. */
export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
