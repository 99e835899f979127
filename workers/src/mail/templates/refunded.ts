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
   * `refund`: by the shop; `chargeback`: by the buyer's bank; `paid-twice`: the first order remains; `pattern-hidden`: the
   * pattern was hidden before the copy was ready.
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
