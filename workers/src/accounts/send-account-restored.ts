import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import { GetSuspensionMail } from '#backend/accounts/administration/queries/get-suspension-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Notifies the owner of an account that the suspension was lifted. */
@Injectable()
export class SendAccountRestored implements Job<{ suspensionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ suspensionId }: { suspensionId: string }, { executionId }: JobContext): Promise<void> {
    const notice = await this.queries.execute(new GetSuspensionMail(suspensionId));
    if (!notice?.liftedAt) return;
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, notice.userId)))) return;
    const { email, displayName: name, language, liftedAt } = notice;
    await this.mails.send('accountRestored', language, email, executionId, {
      name,
      liftedAt,
      loginLink: mailedScreen(this.config.publicUrl, language, '/login'),
    });
  }
}
