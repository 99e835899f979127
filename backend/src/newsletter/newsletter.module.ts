import { Module } from '@nestjs/common';
import { ConfirmNewsletterHandler } from './commands/confirm-newsletter.js';
import { EraseSubscriptionsHandler } from './commands/erase-subscriptions.js';
import { PurgeSubscriptionsHandler } from './commands/purge-subscriptions.js';
import { LeaveNewsletterHandler } from './commands/leave-newsletter.js';
import { RequestNewsletterHandler } from './commands/request-newsletter.js';
import { GetNewsletterMailHandler } from './queries/get-newsletter-mail.js';

@Module({
  providers: [
    RequestNewsletterHandler,
    ConfirmNewsletterHandler,
    LeaveNewsletterHandler,
    PurgeSubscriptionsHandler,
    EraseSubscriptionsHandler,
    GetNewsletterMailHandler,
  ],
})
export class NewsletterModule {}
