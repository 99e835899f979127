import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import { GetNoticeMail } from '#backend/catalogue/moderation/queries/get-notice-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { details, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface NoticeReceivedProps {
  reference: string;
  reportedAt: Date;
  /** The URL of the pattern, with its id and without its title, because the designer can put any text into the title. */
  link: string;
  seller: Seller;
}

export const noticeReceived = mailTemplate('noticeReceived', (props: NoticeReceivedProps, locale) => {
  const { reference, link, seller } = props;
  const reportedAt = formatMoment(props.reportedAt, locale);
  const texts = mailTexts('noticeReceived', locale, seller, { reference, reportedAt });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.received),
    details([
      [texts.reference, reference],
      [texts.reportedAt, reportedAt],
    ]),
    { kind: 'link', label: texts.link, url: link },
    heading(texts.nextTitle),
    paragraph(texts.next),
    paragraph(texts.more),
    paragraph(texts.notYou),
  ]);
});

/** Confirms to the reporter of a pattern that the notice has arrived (Art. 16 (4) DSA). */
@Injectable()
export class SendNoticeReceipt implements Job<{ reportId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ reportId }: { reportId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetNoticeMail(reportId));
    if (!mail) return;
    const { userId, email, language, reference, reportedAt, patternId } = mail;
    // The receipt of a guest needs no check here: the command ReportAsGuest has counted it towards the limit on mails.
    if (userId && !(await this.commands.execute(new AllowAccountMail(executionId, userId)))) return;
    const link = mailedScreen(this.config.publicUrl, language, `/patterns/${patternId}`);
    await this.mails.send(noticeReceived, language, email, executionId, { reference, reportedAt, link });
  }
}
