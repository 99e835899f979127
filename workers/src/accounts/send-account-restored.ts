import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { GetSuspensionMail } from '#backend/accounts/administration/queries/get-suspension-mail.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { action, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface AccountRestoredProps {
  name: string | null;
  liftedAt: Date;
  loginLink: string;
  seller: Seller;
}

export const accountRestored = mailTemplate('accountRestored', (props: AccountRestoredProps, locale) => {
  const { name, liftedAt, loginLink, seller } = props;
  const texts = mailTexts('accountRestored', locale, seller, { liftedAt: formatMoment(liftedAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.restored),
    paragraph(texts.patterns),
    action(texts.action, loginLink, locale),
  ]);
});

/** Notifies the owner of an account that the suspension of the account was lifted. */
@Injectable()
export class SendAccountRestored implements Job<{ suspensionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ suspensionId }: { suspensionId: string }, { executionId }: JobContext): Promise<void> {
    const suspension = await this.queries.execute(new GetSuspensionMail(suspensionId));
    if (!suspension?.liftedAt) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, suspension.userId)))) return;
    const { email, displayName: name, language, liftedAt } = suspension;
    await this.mails.send(accountRestored, language, email, executionId, {
      name,
      liftedAt,
      loginLink: mailedScreen(this.config.publicUrl, language, '/login'),
    });
  }
}
