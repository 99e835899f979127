import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { confirmToken } from '#backend/newsletter/newsletter-tokens.js';
import { GetNewsletterMail } from '#backend/newsletter/queries/get-newsletter-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { newsletterConfirmation } from '../mail/expiring-link.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/** Sends the link that confirms a newsletter subscription (double opt-in). */
@Injectable()
export class SendNewsletterConfirmation implements Job<{ subscriptionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ subscriptionId }: { subscriptionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetNewsletterMail(subscriptionId, 'pending'));
    if (!mail) return;
    const token = confirmToken(this.config.tokenSecret, subscriptionId);
    await this.mails.send(newsletterConfirmation, mail.locale, mail.email, executionId, {
      link: mailedScreen(this.config.publicUrl, mail.locale, `/newsletter/confirm?token=${token}`),
      expiresAt: mail.expiresAt,
    });
  }
}
