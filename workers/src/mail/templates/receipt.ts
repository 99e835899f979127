import type { Language } from '#backend/platform/language.js';
import { action } from '../blocks.js';
import type { Block, Letter } from '../letter.js';
import { formatMoment, formatPrice, type Money } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface ReceiptProps {
  orderNumber: string;
  patternTitle: string;
  designerName: string;
  /** Gross, VAT included. */
  price: Money;
  purchasedAt: Date;
  /** Printed on every page of the copy. */
  buyerEmail: string;
  /** The download page of this purchase. */
  link: string;
  /** The consent to immediate delivery as the buyer gave it, or null: then the right of withdrawal is alive. */
  waiver: Waiver | null;
  /** The shop's withdrawal page, if it has one. */
  withdrawalLink?: string;
  seller: Seller;
}

export interface Waiver {
  text: string;
  version: string;
  /** The language of the text, whatever the language of the mail. */
  locale: Language;
  acceptedAt: Date;
}

/** The confirmation of the contract (§ 312f BGB). It goes out before the copy may be downloaded. */
export function receipt(props: ReceiptProps, locale: Language): Letter {
  const { orderNumber, patternTitle, designerName, price, purchasedAt, buyerEmail, link, waiver, seller } = props;
  const words = mailWords[locale].receipt;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { orderNumber, patternTitle }),
    preview: fill(words.preview, { patternTitle, shop }),
    title: words.title,
    blocks: [
      { kind: 'paragraph', text: fill(price.cents > 0 ? words.paid : words.free, { shop }) },
      {
        kind: 'facts',
        facts: [
          [words.orderNumber, orderNumber],
          [words.pattern, patternTitle],
          [words.designer, designerName],
          [words.price, fill(words.grossPrice, { price: formatPrice(price) })],
          [words.purchasedAt, formatMoment(purchasedAt, locale)],
          [words.seller, seller.name],
          [words.printedAddress, buyerEmail],
        ],
      },
      { kind: 'heading', text: words.copyTitle },
      { kind: 'paragraph', text: words.copy },
      action(words.action, link, locale),
      { kind: 'paragraph', text: words.signIn },
      { kind: 'heading', text: words.withdrawalTitle },
      ...(waiver ? waived(waiver, locale) : withdrawable(props, locale)),
      { kind: 'heading', text: words.helpTitle },
      { kind: 'paragraph', text: words.printing },
      { kind: 'paragraph', text: fill(words.help, { email: seller.email, orderNumber }) },
    ],
  };
}

function waived({ text, version, locale: language, acceptedAt }: Waiver, locale: Language): Block[] {
  const words = mailWords[locale].receipt;
  const details = { version, language: words.languages[language], acceptedAt: formatMoment(acceptedAt, locale) };
  return [
    { kind: 'paragraph', text: words.waiverIntro },
    { kind: 'quote', text, language },
    { kind: 'paragraph', text: fill(words.waiverDetails, details) },
    { kind: 'paragraph', text: words.waiverEffect },
  ];
}

function withdrawable(props: ReceiptProps, locale: Language): Block[] {
  const { orderNumber, patternTitle, purchasedAt, withdrawalLink, seller } = props;
  const words = mailWords[locale].receipt;
  const concludedAt = formatMoment(purchasedAt, locale);
  const address = [seller.name, ...seller.address, seller.email].join(', ');
  const form = words.withdrawalForm.map((line) => fill(line, { address, patternTitle, orderNumber, concludedAt }));
  return [
    { kind: 'paragraph', text: words.withdrawalPeriod },
    { kind: 'paragraph', text: fill(words.withdrawalHow, { address }) },
    ...(withdrawalLink ? [{ kind: 'link' as const, label: words.withdrawalLink, url: withdrawalLink }] : []),
    { kind: 'paragraph', text: words.withdrawalEffect },
    { kind: 'paragraph', text: words.withdrawalFormIntro },
    { kind: 'form', lines: form },
  ];
}
