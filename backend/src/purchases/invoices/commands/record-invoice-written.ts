import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Records that the PDF of an invoice is in storage. A retried job stores the same bytes under the same key, so a repeat of
 * this command changes nothing.
 */
export class RecordInvoiceWritten extends Command<void> {
  constructor(
    readonly invoiceId: string,
    readonly objectKey: string,
  ) {
    super();
  }
}

@CommandHandler(RecordInvoiceWritten)
export class RecordInvoiceWrittenHandler implements ICommandHandler<RecordInvoiceWritten> {
  constructor(private readonly sql: Sql) {}

  async execute({ invoiceId, objectKey }: RecordInvoiceWritten): Promise<void> {
    await this.sql.rows(`update invoices set object_key = $2 where id = $1 and object_key is null`, [
      invoiceId,
      objectKey,
    ]);
  }
}
