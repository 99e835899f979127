import type { Language } from '#backend/platform/language.js';
import { action, details, heading, paragraph } from '../blocks.js';
import { type Block, type MailContent, mailContent } from '../mail-content.js';
import { formatMoment, formatNumber, formatPrice, type Money } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface ReceiptProps {
  orderNumber: string;
  patternTitle: string;
  designerName: string;
  /** Gross price, which includes VAT. */
  price: Money;
  /** Rate in percent and amount; null when the rate is unknown. */
  vat: { rate: number; cents: number } | null;
  /** Country of the VAT, ISO 3166-1 alpha-2. */
  country: string;
  purchasedAt: Date;
  /** Printed on every page of the copy. */
  buyerEmail: string;
  /** The download page of this purchase. */
  link: string;
  /** Whether the buyer has ordered without an account, which downloading requires. */
  guest: boolean;
  /** The buyer's consent to immediate delivery; null when the right of withdrawal still applies. */
  waiver: Waiver | null;
  /** The shop's page for withdrawals; undefined without one. */
  withdrawalLink?: string;
  seller: Seller;
}

export interface Waiver {
  text: string;
  version: string;
  /** The language of the text, independent of the language of the mail. */
  locale: Language;
  acceptedAt: Date;
}

/** The confirmation of the contract (§ 312f BGB). It is sent before the copy can be downloaded. */
export function receipt(props: ReceiptProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, designerName, price, purchasedAt, buyerEmail, link, guest, waiver, seller } =
    props;
  const messages = mailMessages[locale].receipt;
  const shop = seller.shopName;
  const isFree = price.cents === 0;
  // An attacker can order a free pattern of their own for another person's address. The mail then names neither.
  const isUnproven = isFree && guest;
  const patternDetails: [string, string][] = [
    [messages.pattern, patternTitle],
    [messages.designer, designerName],
  ];
  const texts = {
    subject: fill(isUnproven ? messages.plainSubject : messages.subject, { orderNumber, patternTitle }),
    preview: fill(isUnproven ? messages.plainPreview : messages.preview, { patternTitle, shop }),
    title: messages.title,
  };
  return mailContent(texts, [
    paragraph(fill(isFree ? messages.free : messages.paid, { shop })),
    details([
      [messages.orderNumber, orderNumber],
      ...(isUnproven ? [] : patternDetails),
      [messages.price, priceWithVat(props, locale)],
      [messages.purchasedAt, formatMoment(purchasedAt, locale)],
      [messages.seller, seller.name],
      ...(isUnproven ? [] : [[messages.printedAddress, buyerEmail] as [string, string]]),
    ]),
    heading(messages.copyTitle),
    paragraph(messages.copy),
    action(messages.action, link, locale),
    paragraph(guest ? messages.guest : messages.signIn),
    // A buyer who need not pay has no right of withdrawal (§ 312 (1) BGB).
    ...(isFree
      ? []
      : [
          heading(messages.withdrawalTitle),
          ...(waiver ? waiverBlocks(waiver, locale) : withdrawalBlocks(props, locale)),
        ]),
    heading(messages.helpTitle),
    paragraph(messages.printing),
    paragraph(fill(messages.help, { email: seller.email, orderNumber })),
  ]);
}

/** @returns the price with the VAT that was charged, if any */
function priceWithVat({ price, vat, country }: ReceiptProps, locale: Language): string {
  const messages = mailMessages[locale].receipt;
  if (price.cents === 0) return messages.freeOfCharge;
  const gross = formatPrice(price);
  if (!vat) return fill(messages.grossPrice, { price: gross });
  if (vat.rate === 0) return gross;
  return fill(messages.vatPrice, {
    price: gross,
    rate: formatNumber(vat.rate, locale),
    vat: formatPrice({ ...price, cents: vat.cents }),
    country: new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country,
  });
}

function waiverBlocks({ text, version, locale: language, acceptedAt }: Waiver, locale: Language): Block[] {
  const messages = mailMessages[locale].receipt;
  const values = { version, language: messages.languages[language], acceptedAt: formatMoment(acceptedAt, locale) };
  return [
    paragraph(messages.waiverIntro),
    { kind: 'quote', text, language },
    paragraph(fill(messages.waiverDetails, values)),
    paragraph(messages.waiverEffect),
  ];
}

function withdrawalBlocks(props: ReceiptProps, locale: Language): Block[] {
  const { orderNumber, patternTitle, purchasedAt, withdrawalLink, seller } = props;
  const messages = mailMessages[locale].receipt;
  const concludedAt = formatMoment(purchasedAt, locale);
  const address = [seller.name, ...seller.address, seller.email].join(', ');
  const form = messages.withdrawalForm.map((line) => fill(line, { address, patternTitle, orderNumber, concludedAt }));
  return [
    paragraph(messages.withdrawalPeriod),
    paragraph(fill(messages.withdrawalHow, { address })),
    ...(withdrawalLink ? [{ kind: 'link' as const, label: messages.withdrawalLink, url: withdrawalLink }] : []),
    paragraph(messages.withdrawalEffect),
    paragraph(messages.withdrawalFormIntro),
    { kind: 'form', lines: form },
  ];
}
