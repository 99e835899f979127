import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { type Hint, UnprovenMail } from '../../../platform/mail/unproven-mail.js';

/**
 * Whether a mail about an account may be sent to its address. Workers ask before they send; a mail that may not be sent
 * is shown in the account instead.
 * - A request with a session: a proven mailbox gets every mail. Otherwise the mail counts for the network of the last use
 *   or the registration of the account.
 * - A password reset is requested without a session and is the way back in, which an attacker must not block. For a
 *   verified address, which a proven mailbox is too, it counts for the requesting network only, and from a known place
 *   of that account it is not counted. From a known place of an unverified account, which an attacker may have
 *   registered, the mailbox has a separate count. The request has further limits (request-password-reset.ts).
 * @param id of the mail: a retry of the same mail counts once
 * @param networks of the request, as keyed hashes; null for a request with a session
 */
export class AdmitAccountMail extends Command<boolean> {
  constructor(
    readonly id: string,
    readonly userId: string,
    readonly networks: string[] | null = null,
  ) {
    super();
  }
}

interface Row {
  email: string;
  proven: boolean;
  verified: boolean;
  /** The account was used from the requesting network. */
  knownPlace: boolean;
  networks: string[] | null;
}

@CommandHandler(AdmitAccountMail)
export class AdmitAccountMailHandler implements ICommandHandler<AdmitAccountMail> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly mails: UnprovenMail,
  ) {}

  @Transactional()
  async execute({ id, userId, networks }: AdmitAccountMail): Promise<boolean> {
    const row = await this.sql.row<Row>(
      `select u.email, u.mailbox_proven_at is not null as proven, u.verified_at is not null as verified,
              exists (select from known_places k
                      where k.user_id = u.id and k.network = $2 and k.expires_at > now()) as "knownPlace",
              coalesce(
                (select k.networks from known_places k where k.user_id = u.id order by k.seen_at desc limit 1),
                (select v.networks from verifications v where v.user_id = u.id order by v.requested_at desc limit 1)
              ) as networks
       from users u where u.id = $1`,
      [userId, networks?.[0] ?? null],
    );
    if (!row) return false;
    const asked = networks !== null;
    if (asked ? row.verified && row.knownPlace : row.proven) return true;
    const hint = asked ? toHint(row) : null;
    return (await this.mails.admit({ id, to: row.email, networks: networks ?? row.networks ?? [], hint })) === null;
  }
}

const toHint = ({ verified, knownPlace }: Row): Hint => (verified ? 'verified' : knownPlace ? 'known-place' : null);
