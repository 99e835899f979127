import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { GetExportMail } from '#backend/privacy/queries/get-export-mail.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Notifies the user that an archive is ready. The mail contains no direct link to the archive. */
@Injectable()
export class SendExportReady implements Job<{ requestId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ requestId }: { requestId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetExportMail(requestId));
    if (!mail) return;
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, mail.userId)))) return;
    await this.mails.send('exportReady', mail.language, mail.email, executionId, {
      name: mail.displayName,
      link: mailedScreen(this.config.publicUrl, mail.language, '/profile?tab=privacy'),
      expiresAt: mail.expiresAt,
      bytes: mail.bytes,
    });
  }
}
