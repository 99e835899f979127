import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../../platform/config/config.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { taxNote, type TaxScheme } from '../../../platform/tax/tax-scheme.js';
import { CONFIG } from '../../../platform/tokens.js';
import { Invoice, type InvoiceKind, type InvoiceSeller } from '../invoice.entity.js';
import { Refund } from '../../payments/refund.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { InvoiceIssued } from '../../purchases.events.js';
import { GetInvoiceData, type InvoiceData } from '../queries/get-invoice-data.js';
import { vatIncluded } from '../vat.js';

/**
 * Issues the invoice of a purchase and, after a refund of the whole amount, the cancellation invoice. Each partial refund,
 * and each refund after one, gets a correction of the invoice (§ 17 (1) UStG). Each document is issued once. Its number comes
 * from a counter row that the same transaction increments. A rollback restores the counter, so the numbers have no gaps.
 */
export class IssueInvoice extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

type Created = ReturnType<IssueInvoiceHandler['createContent']>;
/** A cancellation of an invoice of an earlier version has no tax scheme either. */
type InvoiceFields = Omit<Created, 'taxScheme'> & {
  taxScheme: TaxScheme | null;
  cancels?: string;
  refundId?: string | null;
};

@CommandHandler(IssueInvoice)
export class IssueInvoiceHandler implements ICommandHandler<IssueInvoice> {
  private readonly logger = new Logger('Invoices');

  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId }: IssueInvoice): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    if (!purchase.needsInvoice()) return;
    const documents = await this.em.find(Invoice, { purchaseId });
    const data = (await this.queries.execute(new GetInvoiceData(purchaseId)))!;
    const existing = documents.find(({ kind }) => kind === 'invoice');
    const original = existing ?? (await this.issue('invoice', data, this.createContent(purchase, data)));
    const changes = documents.filter(({ kind }) => kind !== 'invoice');
    const refunds = await this.em.find(Refund, { purchaseId }, { orderBy: { totalCents: 'asc' } });
    const [first] = refunds;
    // An order that an earlier version refunded has no row in refunds.
    const isWhole = first ? first.cents === original.grossCents : purchase.status === 'refunded';
    if (isWhole && changes.length === 0)
      await this.issue('cancellation', data, {
        ...copyOf(original),
        ...negated(original),
        refundId: first?.id ?? null,
      });
    if (isWhole) return;
    for (const refund of refunds) {
      if (changes.some(({ refundId }) => refundId === refund.id)) continue;
      await this.issue('correction', data, {
        ...copyOf(original),
        ...reductionOf(original, refund),
        refundId: refund.id,
      });
    }
  }

  private createContent(purchase: Purchase, { patternTitle, buyerName, tax, suppliedOn, deliveryOn }: InvoiceData) {
    const { tax_scheme: taxScheme, vat_key: vatKey } = tax;
    const vatRate = vatKey === null ? '0' : tax.vat_rate;
    if (vatRate === null) {
      const { id: purchaseId } = purchase;
      this.logger.error({ purchaseId, vatKey, suppliedOn }, 'no VAT rate for the day of supply: needs a person');
      throw new Error(`There is no VAT rate for ${vatKey} on ${suppliedOn}`);
    }
    const { shopName, supportEmail } = this.config;
    const { name, address, vatId, taxNumber, economicId, representative, register } = this.config.seller;
    const taxIds = { vatId, taxNumber, economicId };
    const seller: InvoiceSeller = { shopName, name, address, ...taxIds, representative, register, email: supportEmail };
    const grossCents = purchase.amountCents;
    const vatCents = vatIncluded(grossCents, vatRate);
    return {
      purchaseId: purchase.id,
      orderNumber: purchase.orderNumber,
      patternTitle,
      locale: purchase.locale,
      buyerId: purchase.buyerId,
      buyerName,
      buyerEmail: purchase.buyerEmail,
      country: purchase.country,
      seller,
      netCents: grossCents - vatCents,
      vatCents,
      grossCents,
      vatRate,
      taxScheme,
      vatKey,
      taxNote: taxNote(taxScheme, vatKey, purchase.locale),
      currency: purchase.currency,
      suppliedOn,
      deliveryOn,
    };
  }

  private async issue(
    kind: InvoiceKind,
    { year, issuedAt, deleteAfter }: InvoiceData,
    content: InvoiceFields,
  ): Promise<Invoice> {
    const { last } = (await this.sql.row<{ last: number }>(
      `insert into invoice_counters as c (year, last) values ($1, 1)
       on conflict (year) do update set last = c.last + 1 returning last`,
      [year],
    ))!;
    const number = `RE-${year}-${String(last).padStart(6, '0')}`;
    const invoice = this.em.create(Invoice, {
      ...content,
      id: uuidv7(),
      number,
      kind,
      issuedAt,
      deleteAfter,
    });
    await this.em.persist(invoice).flush();
    this.outbox.record(new InvoiceIssued(invoice.id));
    return invoice;
  }
}

/** What a cancellation or a correction repeats from the invoice. */
function copyOf({ id: cancels, ...original }: Invoice) {
  const { purchaseId, orderNumber, patternTitle, locale, buyerId, buyerName, buyerEmail } = original;
  const { country, seller, vatRate, taxScheme, vatKey, taxNote: note, currency, suppliedOn, deliveryOn } = original;
  return {
    cancels,
    purchaseId,
    orderNumber,
    patternTitle,
    locale,
    buyerId: buyerId ?? null,
    buyerName: buyerName ?? null,
    buyerEmail,
    country,
    seller,
    vatRate,
    taxScheme: taxScheme ?? null,
    vatKey: vatKey ?? null,
    taxNote: note ?? null,
    currency,
    suppliedOn,
    deliveryOn: deliveryOn ?? null,
  };
}

type Amounts = Pick<Invoice, 'netCents' | 'vatCents' | 'grossCents'>;

const negated = ({ netCents, vatCents, grossCents }: Amounts): Amounts => ({
  netCents: -netCents,
  vatCents: -vatCents,
  grossCents: -grossCents,
});

/**
 * The VAT of a correction is the difference of the VAT in what remained before and after the refund. So the documents of an
 * order add up to the VAT of what remains, and to zero when nothing remains.
 */
function reductionOf({ grossCents, vatRate }: Invoice, { cents, totalCents }: Refund): Amounts {
  const after = grossCents - totalCents;
  const vatCents = vatIncluded(after + cents, vatRate) - vatIncluded(after, vatRate);
  return negated({ netCents: cents - vatCents, vatCents, grossCents: cents });
}
