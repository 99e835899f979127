import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindVerifiedAccount } from '../../accounts/registration/queries/find-verified-account.js';
import type { Config } from '../../platform/config/config.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { CONFIG } from '../../platform/tokens.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { NewsletterSubscription } from '../newsletter-subscription.entity.js';
import { hashAddress } from '../newsletter-tokens.js';

/**
 * Ends the subscription of an account's address. An unconfirmed subscription is deleted. The proof of a confirmed
 * subscription stays, without the address. An unverified address keeps its subscription, because a user can register with
 * any address.
 */
export class EraseSubscriptions extends Command<void> {
  /** @param until the time after which requested or confirmed subscriptions are kept; null keeps none */
  constructor(
    readonly userId: string,
    readonly until: Date | null = null,
  ) {
    super();
  }
}

@CommandHandler(EraseSubscriptions)
export class EraseSubscriptionsHandler implements ICommandHandler<EraseSubscriptions> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ userId, until }: EraseSubscriptions): Promise<void> {
    const account = await this.queries.execute(new FindVerifiedAccount(userId));
    if (!account) return;
    const { emailKey } = account;
    await this.em.nativeDelete(NewsletterSubscription, {
      emailKey,
      state: 'pending',
      ...(until && { requestedAt: { $lte: until } }),
    });
    const active = await this.em.findOne(
      NewsletterSubscription,
      { emailKey, state: 'active', ...(until && { confirmedAt: { $lte: until } }) },
      FOR_UPDATE,
    );
    active?.end(hashAddress(this.config.tokenSecret, emailKey), await databaseTime());
  }
}
