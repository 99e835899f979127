import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../../platform/config/config.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { Invoice, type InvoiceKind } from '../invoice.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { InvoiceIssued } from '../../purchases.events.js';
import { GetInvoiceData, type InvoiceData } from '../queries/get-invoice-data.js';
import { vatIncluded } from '../vat.js';

/**
 * Issues the invoice of a purchase, and after a refund its cancellation, each once. The number comes from a counter row that
 * is incremented in the same transaction: a rollback restores the counter, so the numbers have no gap.
 */
export class IssueInvoice extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

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
    if (purchase.status !== 'refunded' || documents.some(({ kind }) => kind === 'cancellation')) return;
    await this.issue('cancellation', data, cancellationContent(original));
  }

  private createContent(purchase: Purchase, { patternTitle, buyerName, vatRate, suppliedOn }: InvoiceData) {
    if (vatRate === null) {
      const { id: purchaseId, country } = purchase;
      this.logger.error({ purchaseId, country, suppliedOn }, 'no VAT rate for the day of supply: needs a person');
      throw new Error(`There is no VAT rate for ${country} on ${suppliedOn}`);
    }
    const { shopName, supportEmail, seller } = this.config;
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
      seller: { shopName, ...seller, email: supportEmail },
      netCents: grossCents - vatCents,
      vatCents,
      grossCents,
      vatRate,
      currency: purchase.currency,
      suppliedOn,
    };
  }

  private async issue(
    kind: InvoiceKind,
    { year, issuedAt, deleteAfter }: InvoiceData,
    content: ReturnType<IssueInvoiceHandler['createContent']> & { cancels?: string },
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

function cancellationContent({ id: cancels, netCents, vatCents, grossCents, ...original }: Invoice) {
  const { purchaseId, orderNumber, patternTitle, locale, buyerId, buyerName, buyerEmail } = original;
  const { country, seller, vatRate, currency, suppliedOn } = original;
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
    netCents: -netCents,
    vatCents: -vatCents,
    grossCents: -grossCents,
    vatRate,
    currency,
    suppliedOn,
  };
}
