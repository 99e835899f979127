import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { confirmToken } from '#backend/newsletter/newsletter-tokens.js';
import { GetNewsletterMail } from '#backend/newsletter/queries/get-newsletter-mail.js';
import type { Config } from '#backend/platform/config.js';
import { mailedScreen } from '#backend/platform/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { Post } from '../mail/post.js';
import { sellerFrom } from '../mail/seller.js';
import type { Job, JobContext } from '../runtime/job.js';

/** Asks the mailbox whether it wants the newsletter. */
@Injectable()
export class SendNewsletterConfirmation implements Job<{ subscriptionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly post: Post,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ subscriptionId }: { subscriptionId: string }, { deliveryId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetNewsletterMail(subscriptionId, 'pending'));
    if (!mail) return;
    const token = confirmToken(this.config.tokenSecret, subscriptionId);
    await this.post.send('newsletterConfirmation', mail.locale, mail.email, deliveryId, {
      link: mailedScreen(this.config.publicUrl, mail.locale, `/newsletter/confirm?token=${token}`),
      expiresAt: mail.expiresAt,
      seller: sellerFrom(this.config),
    });
  }
}
