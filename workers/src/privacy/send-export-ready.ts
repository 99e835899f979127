import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { GetExportMail } from '#backend/privacy/queries/get-export-mail.js';
import { action, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment, formatSize } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface ExportReadyProps {
  name: string | null;
  /** The page where the signed-in user downloads the archive. */
  link: string;
  expiresAt: Date;
  bytes: number;
  seller: Seller;
}

export const exportReady = mailTemplate(
  'exportReady',
  ({ name, link, expiresAt, bytes, seller }: ExportReadyProps, locale) => {
    const texts = mailTexts('exportReady', locale, seller, {
      size: formatSize(bytes, locale),
      expiresAt: formatMoment(expiresAt, locale),
    });
    return mailContent(texts, [
      greeting(name, locale),
      paragraph(texts.ready),
      action(texts.action, link, locale),
      paragraph(texts.expiry),
      paragraph(texts.care),
      paragraph(texts.notYou),
    ]);
  },
);

/** Notifies the user that an archive is ready. The mail contains no direct link to the archive. */
@Injectable()
export class SendExportReady implements Job<{ requestId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ requestId }: { requestId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetExportMail(requestId));
    if (!mail) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, mail.userId)))) return;
    await this.mails.send(exportReady, mail.language, mail.email, executionId, {
      name: mail.displayName,
      link: mailedScreen(this.config.publicUrl, mail.language, '/profile?tab=privacy'),
      expiresAt: mail.expiresAt,
      bytes: mail.bytes,
    });
  }
}
