import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '@mikro-orm/decorators/legacy';
import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import type { CardPayment, PaymentNews, PaymentReport } from '../card-payments.js';
import { Purchase } from '../purchase.entity.js';
import { CancelPurchase } from './cancel-purchase.js';
import { CompletePurchase } from './complete-purchase.js';

/**
 * Takes a verified webhook in. The inbox row and its effect are one transaction: when it fails, the card provider
 * hears a 5xx and repeats; when it holds, every repeat finds the row and changes nothing.
 */
export class ReceivePaymentReport extends Command<void> {
  constructor(readonly report: PaymentReport) {
    super();
  }
}

type Outcome = 'applied' | 'ignored' | 'unmatched' | 'amount-mismatch';

@CommandHandler(ReceivePaymentReport)
export class ReceivePaymentReportHandler implements ICommandHandler<ReceivePaymentReport> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
  ) {}

  @Transactional()
  async execute({ report }: ReceivePaymentReport): Promise<void> {
    const { eventId, type, objectId } = report;
    const inserted = (await this.em.execute(
      `insert into webhook_inbox (event_id, type, object_id, outcome) values (?, ?, ?, 'ignored')
       on conflict do nothing returning event_id`,
      [eventId, type, objectId],
    )) as unknown[];
    if (inserted.length === 0) return;
    const outcome = await this.apply(report.news);
    if (outcome === 'ignored') return;
    await this.em.execute(`update webhook_inbox set outcome = ? where event_id = ?`, [outcome, eventId]);
    if (outcome !== 'applied') this.logger.error({ eventId, type, objectId, outcome }, 'payment report needs a person');
  }

  private async apply(news: PaymentNews): Promise<Outcome> {
    if (news.kind === 'other') return 'ignored';
    if (news.kind === 'refunded') return this.refund(news.paymentId, news.whole);
    const purchase = await this.purchaseOf(news.payment);
    if (!purchase) return 'unmatched';
    if (news.kind === 'cancelled') {
      await this.commands.execute(new CancelPurchase(purchase.id));
      return 'applied';
    }
    const owed = await this.commands.execute(new CompletePurchase(purchase.id, news.payment));
    return owed ? 'applied' : 'amount-mismatch';
  }

  /** By the payment's id, or, when the answer that carried it was lost, by the purchase it was opened for. */
  private async purchaseOf(payment: CardPayment): Promise<Purchase | null> {
    const known = await this.em.findOne(Purchase, { paymentIntentId: payment.id });
    // Other systems may pay on the same account and name their own things in the metadata.
    if (known || !payment.purchaseId || !validate(payment.purchaseId)) return known;
    const purchase = await this.em.findOne(
      Purchase,
      { id: payment.purchaseId, paymentIntentId: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (purchase) {
      purchase.paymentIntentId = payment.id;
      await this.em.flush();
    }
    return purchase;
  }

  private async refund(paymentId: string, whole: boolean): Promise<Outcome> {
    const purchase = await this.em.findOne(
      Purchase,
      { paymentIntentId: paymentId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!purchase) return 'unmatched';
    if (!whole) return 'ignored';
    purchase.refund(new Date());
    return 'applied';
  }
}
