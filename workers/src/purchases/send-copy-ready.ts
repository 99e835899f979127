import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetCopyReadyMail } from '#backend/purchases/downloads/queries/get-copy-ready-mail.js';
import { action, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { AWAITS_RECEIPT_ERROR } from '../mail/mail-outage.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface CopyReadyProps {
  orderNumber: string;
  patternTitle: string;
  /** The names of the downloadable files. */
  files: string[];
  /** The download page of this purchase. */
  link: string;
  /** Whether the buyer has ordered without an account. Downloading requires an account. */
  guest: boolean;
  /** The time until which the buyer can download. */
  expiresAt: Date;
  seller: Seller;
}

export const copyReady = mailTemplate('copyReady', (props: CopyReadyProps, locale) => {
  const { orderNumber, patternTitle, files, link, guest, seller } = props;
  const expiresAt = formatMoment(props.expiresAt, locale);
  const texts = mailTexts('copyReady', locale, seller, { orderNumber, patternTitle, expiresAt });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.ready),
    { kind: 'list', items: files },
    action(texts.action, link, locale),
    paragraph(texts.limit),
    paragraph(guest ? texts.guest : texts.signIn),
    paragraph(texts.printing),
    paragraph(texts.reason),
  ]);
});

/**
 * Mails the buyer that all copies can be downloaded. The buyer can download when the receipt is recorded as sent, at the
 * latest a minute after the payment. Until then the job fails and is retried.
 */
@Injectable()
export class SendCopyReady implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetCopyReadyMail(purchaseId));
    if (!mail) return;
    if (!mail.deliverable) throw new Error(AWAITS_RECEIPT_ERROR);
    await this.mails.send(copyReady, mail.locale, mail.buyerEmail, executionId, {
      orderNumber: mail.orderNumber,
      patternTitle: mail.patternTitle,
      files: mail.files,
      guest: mail.guest,
      link: mail.downloadUrl,
      expiresAt: mail.expiresAt,
    });
  }
}
