import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { RecordInvoiceWritten } from '#backend/purchases/invoices/commands/record-invoice-written.js';
import { GetInvoice } from '#backend/purchases/invoices/queries/get-invoice.js';
import { invoicePdf } from '../pdf/invoice/invoice-pdf.js';
import type { Job, JobContext } from '../job.js';
import { invoiceKey } from './invoice-key.js';
import { measuredStep } from '../runtime/measured-step.js';

/** Writes the PDF of an invoice, a cancellation invoice or a correction. A retry writes the same bytes to the same key. */
@Injectable()
export class WriteInvoice implements Job<{ invoiceId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
  ) {}

  async run({ invoiceId }: { invoiceId: string }, { signal }: JobContext): Promise<void> {
    const invoice = await this.queries.execute(new GetInvoice(invoiceId));
    if (!invoice || invoice.objectKey) return;
    const objectKey = invoiceKey(invoiceId);
    await measuredStep('invoice', () => this.files.put(objectKey, invoicePdf(invoice), 'application/pdf', signal));
    await this.commands.execute(new RecordInvoiceWritten(invoiceId, objectKey));
  }
}
