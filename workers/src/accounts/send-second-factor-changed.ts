import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FactorChange } from '#backend/accounts/accounts.events.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import { GetSecondFactorMail } from '#backend/accounts/second-factor/queries/get-second-factor-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { action, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailMessages, mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface SecondFactorChangedProps {
  name: string | null;
  change: FactorChange;
  changedAt: Date;
  /** Number of unused recovery codes. */
  codesLeft: number;
  /** The page on which the owner can request a password reset. */
  resetLink: string;
  seller: Seller;
}

export const secondFactorChanged = mailTemplate('secondFactorChanged', (props: SecondFactorChangedProps, locale) => {
  const { name, change, codesLeft, resetLink, seller } = props;
  const texts = mailTexts('secondFactorChanged', locale, seller, {
    title: mailMessages[locale].secondFactorChanged.change[change].title,
    changedAt: formatMoment(props.changedAt, locale),
    count: String(codesLeft),
  });
  const { title, text, next } = texts.change[change];
  return mailContent({ ...texts, title, preview: text }, [
    greeting(name, locale),
    paragraph(text),
    paragraph(next),
    heading(texts.alarmTitle),
    paragraph(texts.alarm),
    action(texts.action, resetLink, locale),
    paragraph(texts.contact),
  ]);
});

interface SecondFactorChange {
  userId: string;
  change: FactorChange;
  at: string;
}

/** Notifies the owner of an account that the second factor was changed. */
@Injectable()
export class SendSecondFactorChanged implements Job<SecondFactorChange> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ userId, change, at }: SecondFactorChange, { executionId }: JobContext): Promise<void> {
    const notice = await this.queries.execute(new GetSecondFactorMail(userId));
    if (!notice) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId)))) return;
    const { email, displayName: name, language, codesLeft } = notice;
    await this.mails.send(secondFactorChanged, language, email, executionId, {
      name,
      change,
      changedAt: new Date(at),
      codesLeft,
      resetLink: mailedScreen(this.config.publicUrl, language, '/forgot-password'),
    });
  }
}
