import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
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

export type Outcome = 'applied' | 'ignored' | 'unmatched' | 'amount-mismatch';

/** Applies a Stripe event to its purchase. Call it inside the transaction of its inbox row. */
@Injectable()
export class PaymentEventHandler {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
  ) {}

  async apply(news: PaymentEvent): Promise<Outcome> {
    if (news.kind === 'other') return 'ignored';
    const purchaseId =
      'payment' in news
        ? await this.purchaseOf(news.payment.id, news.payment.purchaseId)
        : await this.purchaseOf(news.paymentId, news.purchaseId);
    if (!purchaseId) return news.kind === 'charged' || news.kind === 'declined' ? 'ignored' : 'unmatched';
    switch (news.kind) {
      case 'declined':
        return (await this.commands.execute(new RecordDecline(purchaseId, news.at))) ? 'applied' : 'ignored';
      case 'charged':
        await this.recordCardCountry(purchaseId, news.cardCountry);
        return 'applied';
      case 'refunded':
        await this.commands.execute(new RecordRefund(purchaseId, news.cents, 'report'));
        return 'applied';
      case 'refund-failed':
        await this.commands.execute(new RecordRefundFailure(purchaseId, news.reason, news.refund));
        return 'applied';
      case 'disputed':
        await this.commands.execute(new RecordDispute(purchaseId, news.state));
        return 'applied';
      case 'cancelled':
        await this.commands.execute(new CancelPurchase(purchaseId));
        return 'applied';
      case 'succeeded': {
        const owed = await this.commands.execute(new CompletePurchase(purchaseId, news.payment));
        return owed ? 'applied' : 'amount-mismatch';
      }
    }
  }

  private async recordCardCountry(purchaseId: string, cardCountry: string | null): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    purchase.cardCountry = cardCountry;
    const { declaredCountry } = purchase;
    if (declaredCountry && cardCountry && declaredCountry !== cardCountry)
      this.logger.warn({ purchaseId, declaredCountry, cardCountry }, 'card country differs from the declared country');
  }

  /** Finds the purchase by the PaymentIntent id or, when the response with that id was lost, by the id in the metadata. */
  private async purchaseOf(paymentId: string, inMetadata: string | null): Promise<string | null> {
    const known = await this.em.findOne(Purchase, { paymentIntentId: paymentId }, { fields: ['id'] });
    // Other systems may use the same Stripe account and write other metadata.
    if (known || !inMetadata || !validate(inMetadata)) return known?.id ?? null;
    const purchase = await this.em.findOne(
      Purchase,
      { id: inMetadata, paymentIntentId: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!purchase) return null;
    purchase.paymentIntentId = paymentId;
    await this.em.flush();
    return purchase.id;
  }
}
