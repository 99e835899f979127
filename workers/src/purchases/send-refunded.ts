import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetRefundMail } from '#backend/purchases/payments/queries/get-refund-mail.js';
import { details, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment, formatPrice, type Money } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface RefundedProps {
  orderNumber: string;
  patternTitle: string;
  /** The refunded amount: the rest of the price after partial refunds. */
  price: Money;
  /** Everything refunded. */
  total: Money;
  refundedAt: Date;
  /**
   * `refund`: the shop has refunded the purchase. `chargeback`: the buyer's bank has taken the money back. `paid-twice`: the
   * buyer has paid for two orders of the same pattern, and the first one remains. `pattern-hidden`: the pattern was hidden
   * before the copy was ready.
   */
  why: 'refund' | 'chargeback' | 'paid-twice' | 'pattern-hidden';
  seller: Seller;
}

export const refunded = mailTemplate('refunded', (props: RefundedProps, locale) => {
  const { orderNumber, patternTitle, refundedAt, why, seller } = props;
  const price = formatPrice(props.price);
  const texts = mailTexts('refunded', locale, seller, { orderNumber, patternTitle, price });
  const { reason, access } = texts.why[why];
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(reason),
    details([
      [texts.orderNumber, orderNumber],
      [texts.pattern, patternTitle],
      [texts.amount, price],
      ...(props.total.cents === props.price.cents
        ? []
        : ([[texts.total, formatPrice(props.total)]] as [string, string][])),
      [texts.refundedAt, formatMoment(refundedAt, locale)],
    ]),
    ...(why === 'chargeback' ? [] : [paragraph(texts.arrival)]),
    paragraph(access),
    paragraph(texts.help),
  ]);
});

/** Mails the buyer that the purchase is refunded. */
@Injectable()
export class SendRefunded implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetRefundMail(purchaseId));
    if (!mail) return;
    await this.mails.send(refunded, mail.locale, mail.buyerEmail, executionId, {
      orderNumber: mail.orderNumber,
      patternTitle: mail.patternTitle,
      price: { cents: mail.cents, currency: mail.currency },
      total: { cents: mail.amountCents, currency: mail.currency },
      refundedAt: mail.refundedAt,
      why: mail.why,
    });
  }
}
