import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '#backend/platform/config/config.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { RecordReceiptSent } from '#backend/purchases/orders/commands/record-receipt-sent.js';
import { GetReceipt } from '#backend/purchases/orders/queries/get-receipt.js';
import { withdrawalPage } from '#backend/purchases/downloads/download-page.js';
import { withdrawalProof } from '#backend/purchases/withdrawals/withdrawal-proof.js';
import { WAIVER_TEXT } from '#backend/purchases/orders/waiver.js';
import { MailOutage } from '../mail/mail-outage.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';
import { retryRecording } from '../runtime/retry-recording.js';

/** Mails the confirmation of the order. The download waits until this mail is recorded as sent. */
@Injectable()
export class SendReceipt implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    private readonly outage: MailOutage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const receipt = await this.queries.execute(new GetReceipt(purchaseId));
    if (!receipt || receipt.sentAt) return;
    const { waiver, locale } = receipt;
    await this.mails.send('receipt', locale, receipt.buyerEmail, executionId, {
      orderNumber: receipt.orderNumber,
      patternTitle: receipt.patternTitle,
      designerName: receipt.designerName,
      price: { cents: receipt.amountCents, currency: receipt.currency },
      vat: receipt.vat,
      country: receipt.country,
      purchasedAt: receipt.paidAt,
      buyerEmail: receipt.buyerEmail,
      link: receipt.downloadUrl,
      guest: receipt.guest,
      waiver: waiver && {
        text: WAIVER_TEXT[waiver.locale],
        version: waiver.version,
        locale: waiver.locale,
        acceptedAt: new Date(waiver.acceptedAt),
      },
      withdrawalLink: withdrawalPage(
        this.config.publicUrl,
        locale,
        receipt.orderNumber,
        withdrawalProof(this.config.tokenSecret, receipt.buyerEmail, receipt.paidAt),
      ),
    });
    await retryRecording(() => this.commands.execute(new RecordReceiptSent(purchaseId)));
    await this.outage.receiptRecorded(purchaseId);
  }
}
