import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import { AllowNoticeMail } from '#backend/catalogue/moderation/commands/allow-notice-mail.js';
import type { DecisionStatement } from '#backend/catalogue/moderation/decisions.contract.js';
import { GetNoticeMail } from '#backend/catalogue/moderation/queries/get-notice-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailMessages, mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import { redressBlocks, statementBlocks } from '../mail/statement-blocks.js';
import type { Job, JobContext } from '../job.js';

interface NoticeDecidedProps {
  /** The reference of the report. */
  report: string;
  reportedAt: Date;
  decision: DecisionStatement;
  /** The URL of the pattern, with its id and without its title, because the designer can put any text into the title. */
  link: string;
  seller: Seller;
}

export const noticeDecided = mailTemplate('noticeDecided', (props: NoticeDecidedProps, locale) => {
  const { report, decision, link, seller } = props;
  const reportedAt = formatMoment(props.reportedAt, locale);
  const texts = mailTexts('noticeDecided', locale, seller, { report, reportedAt, reviewed: decision.reviews ?? '' });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.outcome[decision.decision]),
    { kind: 'link', label: texts.link, url: link },
    ...statementBlocks(decision, [[mailMessages[locale].frame.statement.report, report]], locale),
    ...redressBlocks(decision, seller, locale),
  ]);
});

/** Tells the reporter of a pattern the decision, its reasons, and how to object (Art. 16 (5) DSA). */
@Injectable()
export class SendNoticeDecision implements Job<{ reportId: string; decisionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(
    { reportId, decisionId }: { reportId: string; decisionId: string },
    { executionId }: JobContext,
  ): Promise<void> {
    const mail = await this.queries.execute(new GetNoticeMail(reportId, decisionId));
    if (!mail?.decision) return;
    const { userId, email, language, reference: report, reportedAt, patternId, decision } = mail;
    const allow = userId ? new AllowAccountMail(executionId, userId) : new AllowNoticeMail(executionId, reportId);
    if (!(await this.commands.execute(allow))) return;
    const link = mailedScreen(this.config.publicUrl, language, `/patterns/${patternId}`);
    await this.mails.send(noticeDecided, language, email, executionId, { report, reportedAt, decision, link });
  }
}
