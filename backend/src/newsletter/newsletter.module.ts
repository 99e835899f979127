import { Module } from '@nestjs/common';
import { ConfirmNewsletterHandler } from './commands/confirm-newsletter.js';
import { EraseSubscriptionsHandler } from './commands/erase-subscriptions.js';
import { ForgetSubscriptionsHandler } from './commands/forget-subscriptions.js';
import { LeaveNewsletterHandler } from './commands/leave-newsletter.js';
import { RequestNewsletterHandler } from './commands/request-newsletter.js';
import { NewsletterController } from './newsletter.controller.js';
import { GetNewsletterMailHandler } from './queries/get-newsletter-mail.js';

@Module({
  controllers: [NewsletterController],
  providers: [
    RequestNewsletterHandler,
    ConfirmNewsletterHandler,
    LeaveNewsletterHandler,
    ForgetSubscriptionsHandler,
    EraseSubscriptionsHandler,
    GetNewsletterMailHandler,
  ],
})
export class NewsletterModule {}
