import { Injectable } from '@nestjs/common';
import { Files } from '#backend/platform/storage/files.js';
import type { Job } from '../job.js';
import { invoiceKey } from './invoice-key.js';

/** Removes the PDF of an invoice that was deleted at the end of its retention. */
@Injectable()
export class RemoveInvoiceFile implements Job<{ invoiceId: string }> {
  constructor(private readonly files: Files) {}

  async run({ invoiceId }: { invoiceId: string }): Promise<void> {
    await this.files.remove(invoiceKey(invoiceId));
  }
}
