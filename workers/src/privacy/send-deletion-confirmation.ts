import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { confirmToken } from '#backend/privacy/deletion-tokens.js';
import { GetDeletionDetails } from '#backend/privacy/queries/get-deletion-details.js';
import { deletionConfirmation } from '../mail/expiring-link.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Asks the owner of an account to confirm the deletion of the account. */
@Injectable()
export class SendDeletionConfirmation implements Job<{ deletionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ deletionId }: { deletionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetDeletionDetails(deletionId));
    if (!mail?.confirmationExpiresAt) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, mail.userId)))) return;
    const token = confirmToken(this.config.tokenSecret, deletionId);
    await this.mails.send(deletionConfirmation, mail.language, mail.email, executionId, {
      name: mail.displayName,
      link: mailedScreen(this.config.publicUrl, mail.language, `/delete-account/confirm?token=${token}`),
      expiresAt: mail.confirmationExpiresAt,
    });
  }
}
