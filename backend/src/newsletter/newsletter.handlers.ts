/** The handlers of all commands and queries of this context. */
export { ConfirmNewsletterHandler } from './commands/confirm-newsletter.js';
export { EraseSubscriptionsHandler } from './commands/erase-subscriptions.js';
export { PurgeSubscriptionsHandler } from './commands/purge-subscriptions.js';
export { RequestNewsletterHandler } from './commands/request-newsletter.js';
export { UnsubscribeNewsletterHandler } from './commands/unsubscribe-newsletter.js';
export { GetNewsletterMailHandler } from './queries/get-newsletter-mail.js';
