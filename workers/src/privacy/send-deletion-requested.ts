import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { undoToken } from '#backend/privacy/deletion-tokens.js';
import { GetDeletionMail } from '#backend/privacy/queries/get-deletion-mail.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Mails the time of the erasure and a link that cancels it. */
@Injectable()
export class SendDeletionRequested implements Job<{ deletionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ deletionId }: { deletionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetDeletionMail(deletionId));
    if (!mail?.erasesAt) return;
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, mail.userId)))) return;
    const token = undoToken(this.config.tokenSecret, deletionId);
    await this.mails.send('deletionRequested', mail.language, mail.email, executionId, {
      name: mail.displayName,
      erasesAt: mail.erasesAt,
      undoLink: mailedScreen(this.config.publicUrl, mail.language, `/delete-account/undo?token=${token}`),
    });
  }
}
