import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { GetPasswordChangedMail } from '#backend/accounts/passwords/queries/get-password-changed-mail.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { action, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface PasswordChangedProps {
  name: string | null;
  changedAt: Date;
  /** The page on which the owner can request a password reset. */
  resetLink: string;
  seller: Seller;
}

export const passwordChanged = mailTemplate('passwordChanged', (props: PasswordChangedProps, locale) => {
  const { name, changedAt, resetLink, seller } = props;
  const texts = mailTexts('passwordChanged', locale, seller, { changedAt: formatMoment(changedAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.changed),
    paragraph(texts.fine),
    heading(texts.alarmTitle),
    paragraph(texts.alarm),
    action(texts.action, resetLink, locale),
    paragraph(texts.mailbox),
    paragraph(texts.reason),
  ]);
});

/** Notifies the owner of an account that the password was changed, because another person may have changed it. */
@Injectable()
export class SendPasswordChanged implements Job<{ userId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ userId }: { userId: string }, { executionId }: JobContext): Promise<void> {
    const notice = await this.queries.execute(new GetPasswordChangedMail(userId));
    if (!notice) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId)))) return;
    await this.mails.send(passwordChanged, notice.language, notice.email, executionId, {
      name: notice.displayName,
      changedAt: notice.changedAt,
      resetLink: mailedScreen(this.config.publicUrl, notice.language, '/forgot-password'),
    });
  }
}
