import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetCopyReadyMail } from '#backend/purchases/downloads/queries/get-copy-ready-mail.js';
import { AWAITS_RECEIPT } from '../mail/mail-outage.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Mails the buyer that all copies can be downloaded. It fails, and is retried, until the order's confirmation is sent. */
@Injectable()
export class SendCopyReady implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetCopyReadyMail(purchaseId));
    if (!mail) return;
    if (!mail.deliverable) throw new Error(AWAITS_RECEIPT);
    await this.mails.send('copyReady', mail.locale, mail.buyerEmail, executionId, {
      orderNumber: mail.orderNumber,
      patternTitle: mail.patternTitle,
      files: mail.files,
      guest: mail.guest,
      link: mail.downloadUrl,
      expiresAt: mail.expiresAt,
    });
  }
}
