import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IssueInvoice } from '#backend/purchases/commands/issue-invoice.js';
import type { Job } from '../runtime/job.js';

/** A refunded purchase gets the document that takes its invoice back. */
@Injectable()
export class CancelInvoice implements Job<{ purchaseId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ purchaseId }: { purchaseId: string }): Promise<void> {
    await this.commands.execute(new IssueInvoice(purchaseId));
  }
}
