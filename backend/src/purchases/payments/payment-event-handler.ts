import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { validate } from 'uuid';
import type { PaymentEvent } from './payment-event.js';
import { CancelPurchase } from '../orders/commands/cancel-purchase.js';
import { CompletePurchase } from '../orders/commands/complete-purchase.js';
import { RecordDecline } from './commands/record-decline.js';
import { RecordRefundFailure } from './commands/record-refund-failure.js';
import { RecordDispute } from './commands/record-dispute.js';
import { RecordRefund } from './commands/record-refund.js';
import { Purchase } from '../orders/purchase.entity.js';
import { RecordCardCountry } from '../tax/commands/record-card-country.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

/**
 * What the shop did with an event; the inbox stores it.
 * - `applied`: the purchase has the effect of the event.
 * - `ignored`: the event needs no effect. Its kind is `other`, or it is a decline that is too old to count. Without a
 *   purchase, `declined` and `charged` are ignored too: the first only counts declines of an order, the second only records
 *   the card's country.
 * - `unmatched`: no purchase has the payment. The purchase may be lost, so a worker or an operator applies the event later.
 * - `amount-mismatch`: the paid amount is not the amount of the purchase; an operator must check the payment.
 */
export type Outcome = 'applied' | 'ignored' | 'unmatched' | 'amount-mismatch';

/** Applies a Stripe event to its purchase. Call it in the transaction that writes the event's inbox row. */
@Injectable()
export class PaymentEventHandler {
  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
  ) {}

  async apply(event: PaymentEvent): Promise<Outcome> {
    if (event.kind === 'other') return 'ignored';
    const purchaseId =
      'payment' in event
        ? await this.findPurchaseId(event.payment.id, event.payment.purchaseId)
        : await this.findPurchaseId(event.paymentId, event.purchaseId);
    if (!purchaseId) return event.kind === 'charged' || event.kind === 'declined' ? 'ignored' : 'unmatched';
    switch (event.kind) {
      case 'declined':
        return (await this.commands.execute(new RecordDecline(purchaseId, event.at))) ? 'applied' : 'ignored';
      case 'charged':
        await this.commands.execute(new RecordCardCountry(purchaseId, event.cardCountry, event.cardFingerprint));
        return 'applied';
      case 'refunded':
        await this.commands.execute(new RecordRefund(purchaseId, event.cents, 'event'));
        return 'applied';
      case 'refund-failed':
        await this.commands.execute(
          new RecordRefundFailure(purchaseId, event.reason, event.refund, event.refund.requestId),
        );
        return 'applied';
      case 'disputed':
        await this.commands.execute(new RecordDispute(purchaseId, event.state, event));
        return 'applied';
      case 'cancelled':
        await this.commands.execute(new CancelPurchase(purchaseId));
        return 'applied';
      case 'succeeded': {
        const matches = await this.commands.execute(new CompletePurchase(purchaseId, event.payment));
        return matches ? 'applied' : 'amount-mismatch';
      }
    }
  }

  /**
   * Finds the purchase by the PaymentIntent id or, when the response with that id was lost, by the purchase id in the
   * metadata.
   */
  private async findPurchaseId(paymentId: string, inMetadata: string | null): Promise<string | null> {
    const known = await this.em.findOne(Purchase, { paymentIntentId: paymentId }, { fields: ['id'] });
    // Other systems may use the same Stripe account and write other metadata.
    if (known || !inMetadata || !validate(inMetadata)) return known?.id ?? null;
    const purchase = await this.em.findOne(Purchase, { id: inMetadata, paymentIntentId: null }, FOR_UPDATE);
    if (!purchase) return null;
    purchase.paymentIntentId = paymentId;
    await this.em.flush();
    return purchase.id;
  }
}
