import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment, formatPrice, type Money } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

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
  const messages = mailMessages[locale].refunded;
  const { told, access } = messages.why[why];
  const price = formatPrice(props.price);
  return {
    subject: fill(messages.subject, { orderNumber, patternTitle }),
    preview: fill(messages.preview, { price }),
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(told, { shop: seller.shopName, patternTitle })),
      {
        kind: 'facts',
        facts: [
          [messages.orderNumber, orderNumber],
          [messages.pattern, patternTitle],
          [messages.amount, price],
          [messages.refundedAt, formatMoment(refundedAt, locale)],
        ],
      },
      ...(why === 'chargeback' ? [] : [paragraph(messages.arrival)]),
      paragraph(access),
      paragraph(fill(messages.help, { email: seller.email, orderNumber })),
    ],
  };
}
