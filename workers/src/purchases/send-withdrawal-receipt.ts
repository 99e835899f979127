import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RecordWithdrawalReceiptSent } from '#backend/purchases/withdrawals/commands/record-withdrawal-receipt-sent.js';
import { GetWithdrawalMail } from '#backend/purchases/withdrawals/queries/get-withdrawal-mail.js';
import { withdrawalText } from '#backend/purchases/withdrawals/withdrawal-text.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';
import { retryRecording } from '../runtime/retry-recording.js';

/**
 * Sends a mail that confirms a withdrawal and the time of its receipt. Only a proven address also gets what the sender
 * entered.
 */
@Injectable()
export class SendWithdrawalReceipt implements Job<{ withdrawalId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
  ) {}

  async run({ withdrawalId }: { withdrawalId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetWithdrawalMail(withdrawalId));
    if (!mail || mail.sentAt) return;
    await this.mails.send('withdrawalReceived', mail.locale, mail.email, executionId, {
      reference: mail.reference,
      receivedAt: mail.receivedAt,
      text: withdrawalText(mail.textVersion, mail.locale),
      textVersion: mail.textVersion,
      declared: mail.proven ? { by: mail.name, contract: mail.contract, email: mail.email } : null,
      orders: mail.orders,
      outcome: mail.outcome,
      refunded: mail.refunded,
    });
    await retryRecording(() => this.commands.execute(new RecordWithdrawalReceiptSent(withdrawalId)));
  }
}
