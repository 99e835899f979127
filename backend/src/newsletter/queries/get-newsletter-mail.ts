import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';

export interface NewsletterMail {
  email: string;
  locale: Language;
  expiresAt: Date;
}

/**
 * Data for a mail about a subscription; null when its state is not `state`, or when it is pending and its link has expired.
 */
export class GetNewsletterMail extends Query<NewsletterMail | null> {
  constructor(
    readonly subscriptionId: string,
    readonly state: 'pending' | 'active',
  ) {
    super();
  }
}

@QueryHandler(GetNewsletterMail)
export class GetNewsletterMailHandler implements IQueryHandler<GetNewsletterMail> {
  constructor(private readonly sql: Sql) {}

  execute({ subscriptionId, state }: GetNewsletterMail) {
    return this.sql.row<NewsletterMail>(
      `select email, locale, expires_at as "expiresAt" from newsletter_subscriptions
       where id = $1 and state = $2 and (state = 'active' or expires_at > now())`,
      [subscriptionId, state],
    );
  }
}
