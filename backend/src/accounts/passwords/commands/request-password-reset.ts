import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../../platform/config/config.js';
import { hashToken } from '../../../platform/derived-token.js';
import { emailKey } from '../../../platform/mail/email-address.js';
import { networkKeys } from '../../../platform/network-keys.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { PasswordResetRequested } from '../../accounts.events.js';
import { Sql } from '../../../platform/database/sql.js';
import { databaseTime, advisoryLock } from '../../../platform/database/database-time.js';
import { passwordResetToken } from '../password-reset-token.js';
import { PasswordReset } from '../password-reset.entity.js';
import { Transactional } from '../../../platform/database/transactional.js';

/** Per address and requesting network. */
const MAILS_PER_HOUR = 3;
/** Per address, once for all known places of its account together and once for all other networks together. */
const MAILS_PER_DAY = 10;

/**
 * Requests a reset mail. The handler does not look for the account, so every address takes the same work and time; the
 * mail job finds out whether there is one, and revokes the earlier links of the same network. Requests above the limit
 * are dropped silently. The limit counts per address and network: an attacker's requests do not block the owner's.
 */
export class RequestPasswordReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ email, ip }: RequestPasswordReset) {
    const key = emailKey(email);
    const networks = networkKeys(this.config.tokenSecret, ip);
    // A row lock is not enough: the address may not have a row yet.
    await advisoryLock(`password-reset|${key}`);
    const now = await databaseTime();
    if (await this.isTooMuch(key, networks[0]!)) return;
    this.add(key, networks, now);
  }

  /** One statement, so that the time does not depend on whether there is an account or a known place. */
  private async isTooMuch(key: string, network: string): Promise<boolean> {
    const row = await this.sql.row<{ here: number; atKnown: number; elsewhere: number; known: boolean }>(
      `with known as (
         select k.network from known_places k join users u on u.id = k.user_id
         where u.email_key = $1 and k.expires_at > now())
       select count(*) filter (where r.networks[1] = $2 and r.requested_at > now() - interval '1 hour')::int as here,
              count(*) filter (where exists (select from known k where k.network = r.networks[1]))::int as "atKnown",
              count(*) filter (where not exists (select from known k where k.network = r.networks[1]))::int as elsewhere,
              exists (select from known where network = $2) as known
       from password_resets r where r.email_key = $1 and r.requested_at > now() - interval '1 day'`,
      [key, network],
    );
    const { here, atKnown, elsewhere, known } = row!;
    return here >= MAILS_PER_HOUR || (known ? atKnown : elsewhere) >= MAILS_PER_DAY;
  }

  private add(key: string, networks: string[], now: Date): void {
    const id = uuidv7();
    this.em.persist(
      this.em.create(PasswordReset, {
        id,
        emailKey: key,
        networks,
        tokenHash: hashToken(passwordResetToken(this.config.tokenSecret, id)),
        requestedAt: now,
        expiresAt: PasswordReset.expiry(now),
      }),
    );
    this.outbox.record(new PasswordResetRequested(id));
  }
}
