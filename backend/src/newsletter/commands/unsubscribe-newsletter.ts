import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '../../platform/config/config.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { hashToken } from '../../platform/derived-token.js';
import { CONFIG } from '../../platform/tokens.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { NewsletterSubscription } from '../newsletter-subscription.entity.js';
import { hashAddress } from '../newsletter-tokens.js';
import { tokenInvalid } from '../../platform/api-error.js';

/**
 * Ends a subscription. The token never expires, and a repeated request has no effect.
 * @throws {ApiError} 400 TOKEN_INVALID
 */
export class UnsubscribeNewsletter extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(UnsubscribeNewsletter)
export class UnsubscribeNewsletterHandler implements ICommandHandler<UnsubscribeNewsletter> {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ token }: UnsubscribeNewsletter): Promise<void> {
    const subscription = await this.em.findOne(
      NewsletterSubscription,
      { unsubscribeTokenHash: hashToken(token) },
      FOR_UPDATE,
    );
    if (!subscription) throw tokenInvalid();
    if (subscription.state === 'ended') return;
    subscription.end(hashAddress(this.config.tokenSecret, subscription.emailKey), await databaseTime());
  }
}
