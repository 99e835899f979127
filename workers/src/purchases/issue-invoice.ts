import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IssueInvoice } from '#backend/purchases/invoices/commands/issue-invoice.js';
import type { Job } from '../job.js';

/** Issues the invoice of a paid purchase. */
@Injectable()
export class IssueInvoiceJob implements Job<{ purchaseId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ purchaseId }: { purchaseId: string }): Promise<void> {
    await this.commands.execute(new IssueInvoice(purchaseId));
  }
}
