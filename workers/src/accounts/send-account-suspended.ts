import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import { GetSuspensionMail } from '#backend/accounts/administration/queries/get-suspension-mail.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Notifies the owner of an account of its suspension, with the reason and how to object. */
@Injectable()
export class SendAccountSuspended implements Job<{ suspensionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
  ) {}

  async run({ suspensionId }: { suspensionId: string }, { executionId }: JobContext): Promise<void> {
    const notice = await this.queries.execute(new GetSuspensionMail(suspensionId));
    if (!notice) return;
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, notice.userId)))) return;
    const { email, displayName: name, language, reason, suspendedAt } = notice;
    await this.mails.send('accountSuspended', language, email, executionId, { name, reason, suspendedAt });
  }
}
