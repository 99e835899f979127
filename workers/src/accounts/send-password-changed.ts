import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import { GetPasswordChangedMail } from '#backend/accounts/passwords/queries/get-password-changed-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Notifies the owner of an account of a new password, with a link to reset it. */
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
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, userId)))) return;
    await this.mails.send('passwordChanged', notice.language, notice.email, executionId, {
      name: notice.displayName,
      changedAt: notice.changedAt,
      resetLink: mailedScreen(this.config.publicUrl, notice.language, '/forgot-password'),
    });
  }
}
