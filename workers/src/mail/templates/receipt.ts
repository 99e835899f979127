import type { Language } from '#backend/platform/language.js';
import { action } from '../blocks.js';
import type { Block, MailContent } from '../mail-content.js';
import { formatMoment, formatNumber, formatPrice, type Money } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface ReceiptProps {
  orderNumber: string;
  patternTitle: string;
  designerName: string;
  /** Gross, VAT included. */
  price: Money;
  /** Percent and what it comes to; null when the rate is not known. */
  vat: { rate: number; cents: number } | null;
  /** That decides the VAT, ISO 3166-1 alpha-2. */
  country: string;
  purchasedAt: Date;
  /** Printed on every page of the copy. */
  buyerEmail: string;
  /** The download page of this purchase. */
  link: string;
  /** Ordered without an account, which downloading takes. */
  guest: boolean;
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
export function receipt(props: ReceiptProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, designerName, price, purchasedAt, buyerEmail, link, guest, seller } = props;
  const words = mailWords[locale].receipt;
  const shop = seller.shopName;
  const free = price.cents === 0;
  // A stranger may have typed the address and have published the pattern: then the mail repeats neither.
  const unproven = free && guest;
  const ordered: [string, string][] = [
    [words.pattern, patternTitle],
    [words.designer, designerName],
  ];
  return {
    subject: fill(unproven ? words.plainSubject : words.subject, { orderNumber, patternTitle }),
    preview: fill(unproven ? words.plainPreview : words.preview, { patternTitle, shop }),
    title: words.title,
    blocks: [
      { kind: 'paragraph', text: fill(free ? words.free : words.paid, { shop }) },
      {
        kind: 'facts',
        facts: [
          [words.orderNumber, orderNumber],
          ...(unproven ? [] : ordered),
          [words.price, priceOf(props, locale)],
          [words.purchasedAt, formatMoment(purchasedAt, locale)],
          [words.seller, seller.name],
          ...(unproven ? [] : [[words.printedAddress, buyerEmail] as [string, string]]),
        ],
      },
      { kind: 'heading', text: words.copyTitle },
      { kind: 'paragraph', text: words.copy },
      action(words.action, link, locale),
      { kind: 'paragraph', text: guest ? words.guest : words.signIn },
      // Without an obligation to pay there is no right of withdrawal (§ 312 (1) BGB).
      ...(free ? [] : [{ kind: 'heading' as const, text: words.withdrawalTitle }, ...rightOf(props, locale)]),
      { kind: 'heading', text: words.helpTitle },
      { kind: 'paragraph', text: words.printing },
      { kind: 'paragraph', text: fill(words.help, { email: seller.email, orderNumber }) },
    ],
  };
}

/** With the VAT that was charged, as the account says it; none is spoken of where none was. */
function priceOf({ price, vat, country }: ReceiptProps, locale: Language): string {
  const words = mailWords[locale].receipt;
  if (price.cents === 0) return words.freeOfCharge;
  const gross = formatPrice(price);
  if (!vat) return fill(words.grossPrice, { price: gross });
  if (vat.rate === 0) return gross;
  return fill(words.vatPrice, {
    price: gross,
    rate: formatNumber(vat.rate, locale),
    vat: formatPrice({ ...price, cents: vat.cents }),
    country: new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country,
  });
}

function rightOf(props: ReceiptProps, locale: Language): Block[] {
  return props.waiver ? waived(props.waiver, locale) : withdrawable(props, locale);
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
