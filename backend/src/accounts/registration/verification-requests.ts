import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../platform/config/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { networkKeys } from '../../platform/network-keys.js';
import { Outbox } from '../../platform/events/outbox.js';
import { CONFIG } from '../../platform/tokens.js';
import { type ReachedMailLimit, UnprovenMail } from '../../platform/mail/unproven-mail.js';
import { VerificationRequested } from '../accounts.events.js';
import type { User } from '../user.entity.js';
import { verificationToken } from './verification-token.js';
import { Verification } from './verification.entity.js';

/** Requests verification mails: after the registration and when a user requests another one. */
@Injectable()
export class VerificationRequests {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly mails: UnprovenMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Adds a verification, which the surrounding transaction saves. If the mail can be sent, the earlier links stop working.
   * @param ip the address of the client whose request causes the mail
   * @returns the limit that prevents the mail, or null when the mail can be sent; the verification is saved in both cases
   */
  async add(user: Pick<User, 'id' | 'email'>, now: Date, ip: string): Promise<ReachedMailLimit> {
    const id = uuidv7();
    const networks = networkKeys(this.config.tokenSecret, ip);
    const reachedLimit = await this.mails.admit({ id, to: user.email, networks });
    if (reachedLimit === null) {
      await this.em.nativeUpdate(Verification, { userId: user.id, usedAt: null, voidedAt: null }, { voidedAt: now });
      this.outbox.record(new VerificationRequested(id));
    }
    this.em.persist(
      this.em.create(Verification, {
        id,
        userId: user.id,
        email: user.email,
        networks,
        tokenHash: hashToken(verificationToken(this.config.tokenSecret, id)),
        requestedAt: now,
        expiresAt: Verification.expiry(now),
      }),
    );
    return reachedLimit;
  }
}
