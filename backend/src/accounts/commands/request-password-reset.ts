import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../platform/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/email-address.js';
import { Outbox } from '../../platform/outbox.js';
import { CONFIG } from '../../platform/tokens.js';
import { PasswordResetRequested } from '../accounts.events.js';
import { databaseTime, oneAtATime } from '../../platform/database-time.js';
import { passwordResetToken } from '../password-reset-token.js';
import { PasswordReset } from '../password-reset.entity.js';
import { Transactional } from '../../platform/transactional.js';

const HOUR = 60 * 60 * 1000;
const MAILS_PER_HOUR = 3;

/**
 * Asks for a reset mail; links sent before stop working. Nothing here looks for the account, so every address takes the
 * same work and time; the mail job finds out whether there is somebody to write to. The fourth request of an hour is
 * silently dropped.
 */
export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ email }: RequestPasswordReset) {
    const key = emailKey(email);
    // There may be no row yet that requests of the same address could meet at.
    await oneAtATime(this.em, `password-reset|${key}`);
    const now = await databaseTime(this.em);
    const since = new Date(now.getTime() - HOUR);
    const recent = await this.em.count(PasswordReset, { emailKey: key, requestedAt: { $gt: since } });
    if (recent >= MAILS_PER_HOUR) return;
    await this.em.nativeUpdate(PasswordReset, { emailKey: key, usedAt: null, voidedAt: null }, { voidedAt: now });
    this.add(key, now);
  }

  private add(key: string, now: Date): void {
    const id = uuidv7();
    this.em.persist(
      this.em.create(PasswordReset, {
        id,
        emailKey: key,
        tokenHash: hashToken(passwordResetToken(this.config.tokenSecret, id)),
        requestedAt: now,
        expiresAt: PasswordReset.expiry(now),
      }),
    );
    this.outbox.record(new PasswordResetRequested(id));
  }
}
