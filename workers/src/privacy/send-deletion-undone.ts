import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { GetDeletionUndoneMail } from '#backend/privacy/queries/get-deletion-undone-mail.js';
import { action, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface DeletionUndoneProps {
  name: string | null;
  undoneAt: Date;
  /** The page on which the owner can request a password reset. */
  resetLink: string;
  seller: Seller;
}

export const deletionUndone = mailTemplate('deletionUndone', (props: DeletionUndoneProps, locale) => {
  const { name, undoneAt, resetLink, seller } = props;
  const texts = mailTexts('deletionUndone', locale, seller, { undoneAt: formatMoment(undoneAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.undone),
    paragraph(texts.fine),
    heading(texts.alarmTitle),
    paragraph(texts.alarm),
    action(texts.action, resetLink, locale),
    paragraph(texts.contact),
  ]);
});

/** Notifies the owner of an account that the deletion was undone, because another person can have undone it. */
@Injectable()
export class SendDeletionUndone implements Job<{ userId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ userId }: { userId: string }, { executionId }: JobContext): Promise<void> {
    const notice = await this.queries.execute(new GetDeletionUndoneMail(userId));
    if (!notice) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId)))) return;
    await this.mails.send(deletionUndone, notice.language, notice.email, executionId, {
      name: notice.displayName,
      undoneAt: notice.undoneAt,
      resetLink: mailedScreen(this.config.publicUrl, notice.language, '/forgot-password'),
    });
  }
}
