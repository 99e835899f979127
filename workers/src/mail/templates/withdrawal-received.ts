import type { Language } from '#backend/platform/language.js';
import { details, greeting, heading, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { type MailMessages, mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface WithdrawalReceivedProps {
  reference: string;
  receivedAt: Date;
  /** The exact text of the declaration, in the language of the mail. */
  text: string;
  textVersion: string;
  /** The entries of the sender; null for an unproven address, which receives only text of the shop. */
  declared: { by: string; contract: string; email: string } | null;
  /** The numbers of the recognised orders. */
  orders: string[];
  /** `refund`: the order is refunded automatically; `review`: staff reviews the withdrawal. */
  outcome: 'refund' | 'review';
  /** The automatically refunded orders; for `review` only a part of the declared ones. */
  refunded: string[];
  seller: Seller;
}

/** Confirms the receipt of a withdrawal (§ 356a (4) BGB), with its content, date and time. */
export function withdrawalReceived(props: WithdrawalReceivedProps, locale: Language): MailContent {
  const { reference, text, textVersion, declared, outcome, refunded, seller } = props;
  const receivedAt = formatMoment(props.receivedAt, locale);
  const texts = mailTexts('withdrawalReceived', locale, seller, { reference, receivedAt, orders: refunded.join(', ') });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.received),
    { kind: 'quote', text, language: locale },
    details([
      ...declaredDetails(props, texts),
      [texts.receivedAt, receivedAt],
      [texts.reference, reference],
      [texts.version, textVersion],
    ]),
    ...(declared ? [] : [paragraph(texts.unproven)]),
    heading(texts.nextTitle),
    paragraph(outcome === 'review' && refunded.length > 0 ? texts.next.partly : texts.next[outcome]),
    paragraph(texts.notYou),
  ]);
}

type Texts = MailMessages['withdrawalReceived'];

function declaredDetails({ declared, orders }: WithdrawalReceivedProps, texts: Texts): [string, string][] {
  if (!declared) return orders.length > 0 ? [[texts.contract, orders.join(', ')]] : [];
  const { by, contract, email } = declared;
  return [
    [texts.contract, contract],
    [texts.declaredBy, by],
    [texts.email, email],
  ];
}
