import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { undoToken } from '#backend/privacy/deletion-tokens.js';
import { GetDeletionDetails } from '#backend/privacy/queries/get-deletion-details.js';
import { action, greeting, heading, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface DeletionRequestedProps {
  name: string | null;
  /** Time of the erasure. The owner can undo the deletion until then. */
  erasesAt: Date;
  undoLink: string;
  seller: Seller;
}

export const deletionRequested = mailTemplate('deletionRequested', (props: DeletionRequestedProps, locale) => {
  const { name, erasesAt, undoLink, seller } = props;
  const texts = mailTexts('deletionRequested', locale, seller, { erasesAt: formatMoment(erasesAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.requested),
    heading(texts.undoTitle),
    paragraph(texts.undo),
    action(texts.action, undoLink, locale),
    paragraph(texts.notYou),
    heading(texts.contentTitle),
    paragraph(texts.erased),
    paragraph(texts.kept),
    paragraph(texts.sold),
  ]);
});

/** Mails the owner of an account a confirmation of the requested deletion, and a link that undoes the deletion. */
@Injectable()
export class SendDeletionRequested implements Job<{ deletionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ deletionId }: { deletionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetDeletionDetails(deletionId));
    if (!mail?.erasesAt) return;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, mail.userId)))) return;
    const token = undoToken(this.config.tokenSecret, deletionId);
    await this.mails.send(deletionRequested, mail.language, mail.email, executionId, {
      name: mail.displayName,
      erasesAt: mail.erasesAt,
      undoLink: mailedScreen(this.config.publicUrl, mail.language, `/delete-account/undo?token=${token}`),
    });
  }
}
