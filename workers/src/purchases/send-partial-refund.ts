import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetPartialRefundMail } from '#backend/purchases/payments/queries/get-partial-refund-mail.js';
import { details, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment, formatPrice, type Money } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface PartialRefundProps {
  orderNumber: string;
  patternTitle: string;
  /** The refunded part. */
  price: Money;
  /** Everything refunded after this part, and what remains of the price. */
  total: Money;
  remaining: Money;
  refundedAt: Date;
  /** `refund`: the shop has refunded the part. `chargeback`: the buyer's bank has taken it back. */
  why: 'refund' | 'chargeback';
  /** Whether the buyer still has access: a later refund of the rest ends it. */
  hasAccess: boolean;
  seller: Seller;
}

export const partialRefund = mailTemplate('partialRefund', (props: PartialRefundProps, locale) => {
  const { orderNumber, patternTitle, refundedAt, why, hasAccess, seller } = props;
  const price = formatPrice(props.price);
  const texts = mailTexts('partialRefund', locale, seller, { orderNumber, patternTitle, price });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.why[why]),
    details([
      [texts.orderNumber, orderNumber],
      [texts.pattern, patternTitle],
      [texts.amount, price],
      [texts.total, formatPrice(props.total)],
      [texts.remaining, formatPrice(props.remaining)],
      [texts.refundedAt, formatMoment(refundedAt, locale)],
    ]),
    ...(why === 'chargeback' ? [] : [paragraph(texts.arrival)]),
    ...(hasAccess ? [paragraph(texts.access)] : []),
    paragraph(texts.help),
  ]);
});

/** Mails the buyer that a part of the price is refunded. */
@Injectable()
export class SendPartialRefund implements Job<{ refundId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
  ) {}

  async run({ refundId }: { refundId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetPartialRefundMail(refundId));
    if (!mail) return;
    const { locale, buyerEmail, currency, cents, totalCents, remainingCents, ...content } = mail;
    await this.mails.send(partialRefund, locale, buyerEmail, executionId, {
      ...content,
      price: { cents, currency },
      total: { cents: totalCents, currency },
      remaining: { cents: remainingCents, currency },
    });
  }
}
