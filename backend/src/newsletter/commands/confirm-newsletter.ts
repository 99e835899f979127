import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../platform/database/database-time.js';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/events/outbox.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { coarseNetwork } from '../coarse-network.js';
import { NewsletterConfirmed } from '../newsletter.events.js';
import { NewsletterSubscription } from '../newsletter-subscription.entity.js';

/**
 * Confirms a subscription with the token of the confirmation mail. A repeated request has no effect.
 * @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED
 */
export class ConfirmNewsletter extends Command<void> {
  constructor(
    readonly token: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmNewsletter)
export class ConfirmNewsletterHandler implements ICommandHandler<ConfirmNewsletter> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ token, ip }: ConfirmNewsletter): Promise<void> {
    const subscription = await this.em.findOne(
      NewsletterSubscription,
      { confirmTokenHash: hashToken(token) },
      FOR_UPDATE,
    );
    if (!subscription || subscription.state === 'ended') throw tokenInvalid();
    if (subscription.state === 'active') return;
    const now = await databaseTime();
    if (subscription.isExpired(now)) throw tokenExpired();
    subscription.confirm(coarseNetwork(ip), now);
    this.outbox.record(new NewsletterConfirmed(subscription.id));
  }
}

const tokenExpired = () =>
  new ApiError(400, 'TOKEN_EXPIRED', 'This confirmation link has expired. Please enter your email address again.');
