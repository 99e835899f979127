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
import { KNOWN_FOR_RESETS } from '../../sessions/known-places.js';
import { PasswordReset } from '../password-reset.entity.js';
import { Transactional } from '../../../platform/database/transactional.js';

/** Per address and requesting network. */
const MAILS_PER_HOUR = 3;
/** Per address. All known places of the account share one counter, and all other networks share another. */
const MAILS_PER_DAY = 10;
/** Per address and line (IPv4 address or IPv6 /48) that is no known place, so that one line cannot use up the day. */
const MAILS_PER_DAY_AND_LINE = 5;

/**
 * Requests a reset mail. The handler does not load the account, so that the response takes the same time for every
 * address. The mail job loads the account, and revokes the earlier links that the same network has requested.
 *
 * Requests above the limits get the same response and no mail. Known places of the account have a separate limit, so that
 * requests of an attacker do not block the owner.
 */
export class RequestPasswordReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly ip: string,
  ) {
    super();
  }
}

/**
 * Numbers of recent requests for one address, and whether the requesting network is a known place of the account with this
 * address.
 */
interface ResetCounts {
  fromNetwork: number;
  fromKnownPlaces: number;
  fromOtherNetworks: number;
  /** Of `fromOtherNetworks`, those from the line of the request. */
  fromLine: number;
  isKnownPlace: boolean;
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
    // An advisory lock, because the address may have no row to lock.
    await advisoryLock(`password-reset|${key}`);
    const now = await databaseTime();
    if (await this.isAboveLimit(key, networks)) return;
    this.add(key, networks, now);
  }

  /** Uses one statement, so that its time does not reveal whether an account or a known place exists. */
  private async isAboveLimit(key: string, networks: string[]): Promise<boolean> {
    const row = await this.sql.row<ResetCounts>(
      `with known as (
         select k.network from known_places k join users u on u.id = k.user_id
         where u.email_key = $1 and ${KNOWN_FOR_RESETS})
       select count(*) filter (where r.networks[1] = $2 and r.requested_at > now() - interval '1 hour')::int
                as "fromNetwork",
              count(*) filter (where exists (select from known k where k.network = r.networks[1]))::int as "fromKnownPlaces",
              count(*) filter (where not exists (select from known k where k.network = r.networks[1]))::int
                as "fromOtherNetworks",
              count(*) filter (where not exists (select from known k where k.network = r.networks[1])
                and r.networks[cardinality(r.networks)] = $3)::int as "fromLine",
              exists (select from known where network = $2) as "isKnownPlace"
       from password_resets r where r.email_key = $1 and r.requested_at > now() - interval '1 day'`,
      [key, networks[0], networks.at(-1)],
    );
    const { fromNetwork, fromKnownPlaces, fromOtherNetworks, fromLine, isKnownPlace } = row!;
    if (fromNetwork >= MAILS_PER_HOUR) return true;
    if (isKnownPlace) return fromKnownPlaces >= MAILS_PER_DAY;
    return fromOtherNetworks >= MAILS_PER_DAY || fromLine >= MAILS_PER_DAY_AND_LINE;
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
