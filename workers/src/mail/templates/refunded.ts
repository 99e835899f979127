import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment, formatPrice, type Money } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface RefundedProps {
  orderNumber: string;
  patternTitle: string;
  /** What is given back. */
  price: Money;
  refundedAt: Date;
  /**
   * Given back by the shop, taken back through the bank, paid twice (then the first order goes on), or taken out of the
   * shop before it was delivered.
   */
  why: 'refund' | 'chargeback' | 'paid-twice' | 'pattern-hidden';
  seller: Seller;
}

export function refunded(props: RefundedProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, refundedAt, why, seller } = props;
  const words = mailWords[locale].refunded;
  const { told, access } = words.why[why];
  const price = formatPrice(props.price);
  return {
    subject: fill(words.subject, { orderNumber, patternTitle }),
    preview: fill(words.preview, { price }),
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(told, { shop: seller.shopName, patternTitle })),
      {
        kind: 'facts',
        facts: [
          [words.orderNumber, orderNumber],
          [words.pattern, patternTitle],
          [words.amount, price],
          [words.refundedAt, formatMoment(refundedAt, locale)],
        ],
      },
      ...(why === 'chargeback' ? [] : [paragraph(words.arrival)]),
      paragraph(access),
      paragraph(fill(words.help, { email: seller.email, orderNumber })),
    ],
  };
}
