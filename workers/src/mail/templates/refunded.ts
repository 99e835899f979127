import type { Language } from '#backend/platform/language.js';
import { details, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment, formatPrice, type Money } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface RefundedProps {
  orderNumber: string;
  patternTitle: string;
  /** The refunded amount. */
  price: Money;
  refundedAt: Date;
  /**
   * Refunded by the shop, charged back by the bank, paid twice (the first order remains), or the pattern was hidden before
   * delivery.
   */
  why: 'refund' | 'chargeback' | 'paid-twice' | 'pattern-hidden';
  seller: Seller;
}

export function refunded(props: RefundedProps, locale: Language): MailContent {
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
      [texts.refundedAt, formatMoment(refundedAt, locale)],
    ]),
    ...(why === 'chargeback' ? [] : [paragraph(texts.arrival)]),
    paragraph(access),
    paragraph(texts.help),
  ]);
}
