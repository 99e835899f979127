import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { unsubscribeToken } from '#backend/newsletter/newsletter-tokens.js';
import { GetNewsletterMail } from '#backend/newsletter/queries/get-newsletter-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';

interface NewsletterWelcomeProps {
  unsubscribeLink: string;
  seller: Seller;
}

export const newsletterWelcome = mailTemplate(
  'newsletterWelcome',
  ({ unsubscribeLink, seller }: NewsletterWelcomeProps, locale) => {
    const texts = mailTexts('newsletterWelcome', locale, seller);
    return mailContent(texts, [
      greeting(null, locale),
      paragraph(texts.welcome),
      paragraph(texts.leave),
      { kind: 'link', label: texts.unsubscribe, url: unsubscribeLink },
      paragraph(texts.notYou),
    ]);
  },
);

/** Tells a subscriber that the subscription is active. The mail contains a link to unsubscribe. */
@Injectable()
export class SendNewsletterWelcome implements Job<{ subscriptionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ subscriptionId }: { subscriptionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetNewsletterMail(subscriptionId, 'active'));
    if (!mail) return;
    const { tokenSecret, publicUrl } = this.config;
    const token = unsubscribeToken(tokenSecret, subscriptionId);
    await this.mails.send(
      newsletterWelcome,
      mail.locale,
      mail.email,
      executionId,
      {
        unsubscribeLink: mailedScreen(publicUrl, mail.locale, `/newsletter/unsubscribe?token=${token}`),
      },
      { listUnsubscribe: `${publicUrl}/api/newsletter/one-click?token=${token}` },
    );
  }
}
