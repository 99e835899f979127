import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EndEarlierResets } from '#backend/accounts/passwords/commands/end-earlier-resets.js';
import { passwordResetToken } from '#backend/accounts/passwords/password-reset-token.js';
import { GetPasswordResetMail } from '#backend/accounts/passwords/queries/get-password-reset-mail.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { passwordReset } from '../mail/expiring-link.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/**
 * Sends the link to reset a password. The job derives the token in the link, so no database, queue or log contains the
 * token.
 */
@Injectable()
export class SendPasswordReset implements Job<{ resetId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ resetId }: { resetId: string }, { executionId }: JobContext): Promise<void> {
    const request = await this.queries.execute(new GetPasswordResetMail(resetId));
    if (!request || request.obsolete) return;
    const { userId, networks } = request;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId, networks)))) return;
    await this.commands.execute(new EndEarlierResets(resetId));
    const token = passwordResetToken(this.config.tokenSecret, resetId);
    await this.mails.send(passwordReset, request.language, request.email, executionId, {
      name: request.displayName,
      link: mailedScreen(this.config.publicUrl, request.language, `/reset-password?token=${token}`),
      expiresAt: request.expiresAt,
    });
  }
}
