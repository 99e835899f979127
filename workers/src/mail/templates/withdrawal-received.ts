import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { fill, mailWords } from '../mail-words.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';

export interface WithdrawalReceivedProps {
  reference: string;
  receivedAt: Date;
  /** What was declared, word for word, in the language of the mail. */
  text: string;
  textVersion: string;
  /** What the sender wrote; null when the address may be a stranger's, who gets the shop's own words alone. */
  declared: { by: string; contract: string; email: string } | null;
  /** The numbers of the orders that were recognised. */
  orders: string[];
  /** The money goes back by itself, or a person answers. */
  outcome: 'refund' | 'review';
  /** The orders whose price goes back by itself; with `review` these are a part of what is meant. */
  refunded: string[];
  seller: Seller;
}

/** The confirmation of receipt (§ 356a (4) BGB): content of the declaration, date and time. */
export function withdrawalReceived(props: WithdrawalReceivedProps, locale: Language): MailContent {
  const { reference, text, textVersion, outcome, refunded, seller } = props;
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
          ...declaredFacts(props, words),
          [words.receivedAt, receivedAt],
          [words.reference, reference],
          [words.version, textVersion],
        ],
      },
      ...(props.declared ? [] : [paragraph(words.unproven)]),
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

type Words = (typeof mailWords)[Language]['withdrawalReceived'];

function declaredFacts({ declared, orders }: WithdrawalReceivedProps, words: Words): [string, string][] {
  if (!declared) return orders.length > 0 ? [[words.contract, orders.join(', ')]] : [];
  const { by, contract, email } = declared;
  return [
    [words.contract, contract],
    [words.declaredBy, by],
    [words.email, email],
  ];
}
