import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../platform/config/config.js';
import { databaseTime, advisoryLock } from '../../platform/database/database-time.js';
import { hashToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/mail/email-address.js';
import type { Language } from '../../platform/language.js';
import { networkKeys } from '../../platform/network-keys.js';
import { Outbox } from '../../platform/events/outbox.js';
import { CONFIG } from '../../platform/tokens.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { UnprovenMail } from '../../platform/mail/unproven-mail.js';
import { CONSENT_VERSION } from '../consent-text.js';
import { coarseNetwork } from '../coarse-network.js';
import { NewsletterRequested } from '../newsletter.events.js';
import { NewsletterSubscription } from '../newsletter-subscription.entity.js';
import { confirmToken, unsubscribeToken } from '../newsletter-tokens.js';

/**
 * Requests the newsletter for an address. The response never reveals whether the address is subscribed. An address
 * with an active subscription or a recent confirmation mail gets no further mail. A request without a mail is not stored,
 * because only the link in the mail can confirm the subscription.
 */
export class RequestNewsletter extends Command<void> {
  constructor(
    readonly email: string,
    readonly locale: Language,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(RequestNewsletter)
export class RequestNewsletterHandler implements ICommandHandler<RequestNewsletter> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly mails: UnprovenMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ email, locale, ip }: RequestNewsletter): Promise<void> {
    const key = emailKey(email);
    await advisoryLock(`newsletter ${key}`);
    const existing = await this.em.findOne(
      NewsletterSubscription,
      { emailKey: key, state: { $ne: 'ended' } },
      FOR_UPDATE,
    );
    const now = await databaseTime();
    const networks = networkKeys(this.config.tokenSecret, ip);
    // Counts a mail even when none is sent. Otherwise a client would see from the limit of its own network that the address
    // is subscribed.
    const reachedLimit = await this.mails.admit({ id: uuidv7(), to: email, networks });
    if (reachedLimit !== null || (existing && (existing.state === 'active' || !existing.canSendConfirmation(now))))
      return;
    const request = { email, locale, version: CONSENT_VERSION, from: coarseNetwork(ip) };
    const subscription = existing ?? this.create(email, key, locale, now);
    subscription.requestConfirmation(request, now);
    this.outbox.record(new NewsletterRequested(subscription.id));
  }

  private create(email: string, key: string, locale: Language, now: Date): NewsletterSubscription {
    const id = uuidv7();
    return this.em.create(NewsletterSubscription, {
      id,
      email,
      emailKey: key,
      locale,
      state: 'pending',
      confirmTokenHash: hashToken(confirmToken(this.config.tokenSecret, id)),
      unsubscribeTokenHash: hashToken(unsubscribeToken(this.config.tokenSecret, id)),
      mailTimes: [],
      proof: { version: CONSENT_VERSION, requestedAt: now.toISOString(), requestedFrom: null },
      requestedAt: now,
      expiresAt: now,
    });
  }
}
