import { Module } from '@nestjs/common';
import { ConfirmNewsletterHandler } from './commands/confirm-newsletter.js';
import { EraseSubscriptionsHandler } from './commands/erase-subscriptions.js';
import { PurgeSubscriptionsHandler } from './commands/purge-subscriptions.js';
import { UnsubscribeNewsletterHandler } from './commands/unsubscribe-newsletter.js';
import { RequestNewsletterHandler } from './commands/request-newsletter.js';
import { GetNewsletterMailHandler } from './queries/get-newsletter-mail.js';

@Module({
  providers: [
    RequestNewsletterHandler,
    ConfirmNewsletterHandler,
    UnsubscribeNewsletterHandler,
    PurgeSubscriptionsHandler,
    EraseSubscriptionsHandler,
    GetNewsletterMailHandler,
  ],
})
export class NewsletterModule {}
