import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { fill, mailMessages } from '../mail-messages.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';

export interface WithdrawalReceivedProps {
  reference: string;
  receivedAt: Date;
  /** The exact text of the declaration, in the language of the mail. */
  text: string;
  textVersion: string;
  /** The entries of the sender; null for an unproven address, which gets only text of the shop. */
  declared: { by: string; contract: string; email: string } | null;
  /** The numbers of the recognised orders. */
  orders: string[];
  /** Refunded automatically, or reviewed by staff. */
  outcome: 'refund' | 'review';
  /** The automatically refunded orders; with `review` only a part of the declared ones. */
  refunded: string[];
  seller: Seller;
}

/** The confirmation of receipt (§ 356a (4) BGB) with the content, date and time of the declaration. */
export function withdrawalReceived(props: WithdrawalReceivedProps, locale: Language): MailContent {
  const { reference, text, textVersion, outcome, refunded, seller } = props;
  const messages = mailMessages[locale].withdrawalReceived;
  const receivedAt = formatMoment(props.receivedAt, locale);
  return {
    subject: fill(messages.subject, { reference, shop: seller.shopName }),
    preview: fill(messages.preview, { receivedAt }),
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(messages.received, { receivedAt, shop: seller.shopName })),
      { kind: 'quote', text, language: locale },
      {
        kind: 'facts',
        facts: [
          ...declaredFacts(props, messages),
          [messages.receivedAt, receivedAt],
          [messages.reference, reference],
          [messages.version, textVersion],
        ],
      },
      ...(props.declared ? [] : [paragraph(messages.unproven)]),
      heading(messages.nextTitle),
      paragraph(
        outcome === 'review' && refunded.length > 0
          ? fill(messages.next.partly, { orders: refunded.join(', ') })
          : messages.next[outcome],
      ),
      paragraph(fill(messages.notYou, { email: seller.email, reference })),
    ],
  };
}

type Messages = (typeof mailMessages)[Language]['withdrawalReceived'];

function declaredFacts({ declared, orders }: WithdrawalReceivedProps, messages: Messages): [string, string][] {
  if (!declared) return orders.length > 0 ? [[messages.contract, orders.join(', ')]] : [];
  const { by, contract, email } = declared;
  return [
    [messages.contract, contract],
    [messages.declaredBy, by],
    [messages.email, email],
  ];
}
