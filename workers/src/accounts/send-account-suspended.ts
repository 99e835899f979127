import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { GetSuspensionMail } from '#backend/accounts/administration/queries/get-suspension-mail.js';
import type { Ground } from '#backend/platform/ground.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import { details, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailMessages, mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface AccountSuspendedProps {
  name: string | null;
  /** The reason for the suspension, as the administrator wrote it. */
  reason: string;
  /** Ground and clause are null in suspensions of an earlier version of the shop. */
  ground: Ground | null;
  clause: string | null;
  suspendedAt: Date;
  seller: Seller;
}

export const accountSuspended = mailTemplate('accountSuspended', (props: AccountSuspendedProps, locale) => {
  const { name, reason, ground, clause, suspendedAt, seller } = props;
  const { frame } = mailMessages[locale];
  const texts = mailTexts('accountSuspended', locale, seller, {
    reason,
    suspendedAt: formatMoment(suspendedAt, locale),
  });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.suspended),
    heading(texts.reasonTitle),
    ...(ground && clause ? [details([[frame.statement.ground[ground], clause]])] : []),
    paragraph(reason),
    heading(texts.meansTitle),
    paragraph(texts.means),
    paragraph(texts.purchases),
    heading(texts.objectTitle),
    paragraph(texts.object),
    paragraph(frame.courts),
    paragraph(texts.data),
  ]);
});

/** Tells the owner of a suspended account the reason, and how to object (Art. 17 DSA). */
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
    if (!(await this.commands.execute(new AllowAccountMail(executionId, notice.userId)))) return;
    const { email, displayName: name, language, reason, ground, clause, suspendedAt } = notice;
    const props = { name, reason, ground, clause, suspendedAt };
    await this.mails.send(accountSuspended, language, email, executionId, props);
  }
}
