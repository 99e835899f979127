import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import type { Letter } from '../letter.js';
import { fill, mailWords } from '../mail-words.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';

export interface WithdrawalReceivedProps {
  reference: string;
  receivedAt: Date;
  /** What was declared, word for word, in the language of the mail. */
  text: string;
  textVersion: string;
  declaredBy: string;
  /** In the words of whoever withdraws. */
  contract: string;
  email: string;
  /** The money goes back by itself, or a person answers. */
  outcome: 'refund' | 'review';
  /** The orders whose price goes back by itself; with `review` these are a part of what is meant. */
  refunded: string[];
  seller: Seller;
}

/** The confirmation of receipt (§ 356a (4) BGB): content of the declaration, date and time. */
export function withdrawalReceived(props: WithdrawalReceivedProps, locale: Language): Letter {
  const { reference, text, textVersion, declaredBy, contract, email, outcome, refunded, seller } = props;
  const words = mailWords[locale].withdrawalReceived;
  const receivedAt = formatMoment(props.receivedAt, locale);
  return {
    subject: fill(words.subject, { reference, shop: seller.shopName }),
    preview: fill(words.preview, { receivedAt }),
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(words.received, { receivedAt, shop: seller.shopName })),
      { kind: 'quote', text, language: locale },
      {
        kind: 'facts',
        facts: [
          [words.contract, contract],
          [words.declaredBy, declaredBy],
          [words.email, email],
          [words.receivedAt, receivedAt],
          [words.reference, reference],
          [words.version, textVersion],
        ],
      },
      heading(words.nextTitle),
      paragraph(
        outcome === 'review' && refunded.length > 0
          ? fill(words.next.partly, { orders: refunded.join(', ') })
          : words.next[outcome],
      ),
      paragraph(fill(words.notYou, { email: seller.email, reference })),
    ],
  };
}
