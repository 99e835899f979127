import { LockMode } from '@mikro-orm/core';
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
import { Transactional } from '../../platform/database/transactional.js';
import { UnprovenMail } from '../../platform/mail/unproven-mail.js';
import { CONSENT_VERSION } from '../consent-text.js';
import { networkOf } from '../network-of.js';
import { NewsletterRequested } from '../newsletter.events.js';
import { NewsletterSubscription } from '../newsletter-subscription.entity.js';
import { confirmToken, leaveToken } from '../newsletter-tokens.js';

/**
 * Somebody has entered an address. Says nothing about it to whoever asks: an address that already gets the newsletter, or
 * that was asked a moment ago, is left in peace. Without the mail there is nothing to store: it alone leads on.
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
    const there = await this.em.findOne(
      NewsletterSubscription,
      { emailKey: key, state: { $ne: 'ended' } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const now = await databaseTime();
    const networks = networkKeys(this.config.tokenSecret, ip);
    // Counted before anything is known of the address, or the count would tell whether it has the newsletter.
    const ceiling = await this.mails.admit({ id: uuidv7(), to: email, networks });
    if (ceiling !== null || (there && (there.state === 'active' || !there.mayBeAsked(now)))) return;
    const wish = { email, locale, version: CONSENT_VERSION, from: networkOf(ip) };
    const subscription = there ?? this.create(email, key, locale, now);
    subscription.ask(wish, now);
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
      leaveTokenHash: hashToken(leaveToken(this.config.tokenSecret, id)),
      askedAt: [],
      proof: { version: CONSENT_VERSION, requestedAt: now.toISOString(), requestedFrom: null },
      requestedAt: now,
      expiresAt: now,
    });
  }
}
