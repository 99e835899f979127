import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '#backend/platform/config/config.js';
import type { Language } from '#backend/platform/language.js';
import { CONFIG } from '#backend/platform/tokens.js';
import type { FileKind } from '#backend/platform/shop-rules.js';
import { KIND_NAMES } from '#backend/purchases/downloads/copy-name.js';
import { withdrawalPage } from '#backend/purchases/downloads/mail-links.js';
import { RecordReceiptSent } from '#backend/purchases/orders/commands/record-receipt-sent.js';
import { GetReceipt, type Receipt } from '#backend/purchases/orders/queries/get-receipt.js';
import { licenceText } from '#backend/purchases/orders/licence-text.js';
import { waiverText } from '#backend/purchases/orders/waiver.js';
import type { SaleTax } from '#backend/purchases/tax/tax-columns.js';
import { withdrawalProof } from '#backend/purchases/withdrawals/withdrawal-proof.js';
import { action, details, greeting, heading, paragraph } from '../mail/blocks.js';
import { type Block, mailContent } from '../mail/mail-content.js';
import { formatDay, formatMoment, formatNumber, formatPrice, type Money } from '../mail/mail-format.js';
import { fill, mailMessages } from '../mail/mail-messages.js';
import { MailOutage } from '../mail/mail-outage.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';
import { retryRecording } from '../runtime/retry-recording.js';
import { type ContractDocument, ContractDocuments } from './contract-documents.js';

interface ReceiptProps {
  orderNumber: string;
  patternTitle: string;
  designerName: string;
  /** Gross price, which includes VAT. */
  price: Money;
  tax: SaleTax;
  purchasedAt: Date;
  /** The kinds of the ordered files. */
  fileKinds: FileKind[];
  /** The address that the mark on every page of the copy shows. */
  buyerEmail: string;
  /** The download page of this purchase. */
  link: string;
  /** Whether the buyer has ordered without an account. Downloading requires an account. */
  guest: boolean;
  /** Whether the order is free and goes to an unproven address. */
  unproven: boolean;
  /** From when a deferred order is delivered; null for an order that is delivered at once. */
  deliveryFrom: Date | null;
  /** The licence as ordered; null for an order from before the shop had licences. */
  licence: AgreedText | null;
  /** The buyer's consent to immediate delivery; null when the right of withdrawal still applies. */
  waiver: Waiver | null;
  /** The shop's page for withdrawals. When it is undefined, the mail contains no link to the page. */
  withdrawalLink?: string;
  /** The attached texts; empty for an order from before the shop stored its texts. */
  documents: Omit<ContractDocument, 'pdf'>[];
  seller: Seller;
}

interface AgreedText {
  text: string;
  version: string;
  /** The language of the text, independent of the language of the mail. */
  locale: Language;
}

interface Waiver extends AgreedText {
  acceptedAt: Date;
}

export const receipt = mailTemplate('receipt', (props: ReceiptProps, locale) => {
  const { orderNumber, patternTitle, designerName, price, purchasedAt, buyerEmail, unproven, licence, waiver } = props;
  const { fileKinds, documents, seller } = props;
  const messages = mailMessages[locale].receipt;
  const shop = seller.shopName;
  const isFree = price.cents === 0;
  // An attacker can publish a free pattern and order it for another person's address, with or without an account. So this
  // mail contains neither the title of the pattern nor the name of the designer nor the typed address.
  const patternDetails: [string, string][] = [
    [messages.pattern, patternTitle],
    [messages.designer, designerName],
  ];
  const texts = {
    subject: fill(unproven ? messages.plainSubject : messages.subject, { orderNumber, patternTitle }),
    preview: fill(unproven ? messages.plainPreview : messages.preview, { patternTitle, shop }),
    title: messages.title,
  };
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(fill(isFree ? messages.free : messages.paid, { shop })),
    details([
      [messages.orderNumber, orderNumber],
      ...(unproven ? [] : patternDetails),
      ...(fileKinds.length > 0 ? [fileDetails(fileKinds, locale)] : []),
      [messages.price, priceWithVat(props, locale)],
      ...(isFree || !props.tax.note ? [] : [[messages.vat, props.tax.note] as [string, string]]),
      [messages.purchasedAt, formatMoment(purchasedAt, locale)],
      [messages.seller, seller.name],
      ...(unproven ? [] : [[messages.printedAddress, buyerEmail] as [string, string]]),
    ]),
    ...(licence ? licenceBlocks(licence, locale) : []),
    heading(messages.copyTitle),
    ...copyBlocks(props, locale),
    // A buyer who need not pay has no right of withdrawal (§ 312 (1) BGB).
    ...(isFree
      ? []
      : [
          heading(messages.withdrawalTitle),
          ...(waiver ? waiverBlocks(waiver, locale) : withdrawalBlocks(props, locale)),
        ]),
    ...(documents.length > 0 ? documentBlocks(documents, locale) : []),
    heading(messages.helpTitle),
    paragraph(messages.printing),
    paragraph(fill(messages.help, { email: seller.email, orderNumber })),
  ]);
});

/** How and when the buyer gets the files. */
function copyBlocks({ link, guest, deliveryFrom }: ReceiptProps, locale: Language): Block[] {
  const messages = mailMessages[locale].receipt;
  if (!deliveryFrom)
    return [
      paragraph(messages.copy),
      action(messages.action, link, locale),
      paragraph(guest ? messages.guest : messages.signIn),
    ];
  return [
    paragraph(fill(messages.copyLater, { day: formatDay(deliveryFrom, locale) })),
    action(messages.actionLater, link, locale),
    paragraph(guest ? messages.guest : messages.signInLater),
  ];
}

/** @returns a row such as `Dateien: PDF (A4, Anleitung)` */
function fileDetails(kinds: FileKind[], locale: Language): [string, string] {
  const messages = mailMessages[locale].receipt;
  return [
    messages.files,
    fill(messages.fileKinds, { kinds: kinds.map((kind) => KIND_NAMES[locale][kind]).join(', ') }),
  ];
}

/** Names the attachments. */
function documentBlocks(documents: ReceiptProps['documents'], locale: Language): Block[] {
  const messages = mailMessages[locale].receipt;
  const items = documents.map(({ kind, day, fileName }) =>
    fill(messages.documents[kind], { day: formatDay(new Date(day), locale), fileName }),
  );
  return [heading(messages.documentsTitle), paragraph(messages.documentsIntro), { kind: 'list', items }];
}

/** @returns the price, with the VAT that it includes */
function priceWithVat({ price, tax: { vat, note } }: ReceiptProps, locale: Language): string {
  const messages = mailMessages[locale].receipt;
  if (price.cents === 0) return messages.freeOfCharge;
  const gross = formatPrice(price);
  if (note) return gross;
  if (!vat) return fill(messages.grossPrice, { price: gross });
  return fill(messages.vatPrice, {
    price: gross,
    rate: formatNumber(vat.rate, locale),
    vat: formatPrice({ ...price, cents: vat.cents }),
    country: vat.country,
  });
}

function licenceBlocks({ text, version, locale: language }: AgreedText, locale: Language): Block[] {
  const messages = mailMessages[locale].receipt;
  return [
    heading(messages.licenceTitle),
    { kind: 'quote', text, language },
    paragraph(fill(messages.licenceDetails, { version, language: messages.languages[language] })),
  ];
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

/**
 * Mails the receipt, the confirmation of the contract on a durable medium (§ 312f (3), § 312i BGB), with the legal texts as
 * they were when the order was placed. The download waits for it, but at most a minute.
 */
@Injectable()
export class SendReceipt implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    private readonly outage: MailOutage,
    private readonly documents: ContractDocuments,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const order = await this.queries.execute(new GetReceipt(purchaseId));
    if (!order || order.sentAt) return;
    const { licence, waiver, locale } = order;
    const documents = await Promise.all(contractTextIds(order).map((id) => this.documents.find(id)));
    const props = {
      orderNumber: order.orderNumber,
      patternTitle: order.patternTitle,
      designerName: order.designerName,
      price: { cents: order.amountCents, currency: order.currency },
      tax: order.tax,
      fileKinds: order.fileKinds,
      purchasedAt: order.paidAt,
      buyerEmail: order.buyerEmail,
      link: order.downloadUrl,
      guest: order.guest,
      unproven: order.unproven,
      deliveryFrom: order.deliveryFrom,
      licence: licence && { text: licenceText(licence, locale), version: licence.version, locale },
      waiver: waiver && {
        text: waiverText(waiver.version, waiver.locale),
        version: waiver.version,
        locale: waiver.locale,
        acceptedAt: new Date(waiver.acceptedAt),
      },
      withdrawalLink: withdrawalPage(
        this.config.publicUrl,
        locale,
        order.orderNumber,
        withdrawalProof(this.config.tokenSecret, order.buyerEmail, order.paidAt),
      ),
      documents: documents.map(({ kind, day, fileName }) => ({ kind, day, fileName })),
    };
    await this.mails.send(receipt, locale, order.buyerEmail, executionId, props, { attachments: documents });
    await retryRecording(() => this.commands.execute(new RecordReceiptSent(purchaseId)));
    await this.outage.receiptRecorded(purchaseId);
  }
}

/**
 * The ids of the legal texts that the mail carries. An order from before the shop stored these texts has none. A free order
 * has no instruction on withdrawal, because a buyer who need not pay has no right of withdrawal (§ 312 (1) BGB).
 */
const contractTextIds = ({ termsTextId, withdrawalTextId, amountCents }: Receipt): string[] =>
  [termsTextId, amountCents > 0 ? withdrawalTextId : null].filter((id) => id !== null);
