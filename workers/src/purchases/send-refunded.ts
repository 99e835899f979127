import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetRefundMail } from '#backend/purchases/payments/queries/get-refund-mail.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Mails the buyer that the purchase is refunded. */
@Injectable()
export class SendRefunded implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetRefundMail(purchaseId));
    if (!mail) return;
    await this.mails.send('refunded', mail.locale, mail.buyerEmail, executionId, {
      orderNumber: mail.orderNumber,
      patternTitle: mail.patternTitle,
      price: { cents: mail.amountCents, currency: mail.currency },
      refundedAt: mail.refundedAt,
      why: mail.why,
    });
  }
}
