import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FactorChange } from '#backend/accounts/accounts.events.js';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import { GetSecondFactorMail } from '#backend/accounts/second-factor/queries/get-second-factor-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

interface SecondFactorChange {
  userId: string;
  change: FactorChange;
  at: string;
}

/** Notifies the owner of an account of a change of the second factor. */
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
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, userId)))) return;
    const { email, displayName: name, language, codesLeft } = notice;
    await this.mails.send('secondFactorChanged', language, email, executionId, {
      name,
      change,
      changedAt: new Date(at),
      codesLeft,
      resetLink: mailedScreen(this.config.publicUrl, language, '/forgot-password'),
    });
  }
}
