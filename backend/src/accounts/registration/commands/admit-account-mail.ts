import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { type Hint, UnprovenMail } from '../../../platform/mail/unproven-mail.js';

/**
 * Checks and counts a mail about an account before a worker sends it. The account shows what a skipped mail would say.
 *
 * A mail that a signed-in user causes:
 * - A proven mailbox gets every mail.
 * - Otherwise the mail counts for the network that last used the account, or that registered it.
 *
 * A password reset, which is requested without a session and which an attacker must not block:
 * - With a verified address, it counts only for the requesting network. From a known place of the account it is not counted.
 * - With an unverified address, it also counts for the mailbox and the shop. A mail from a known place is counted too, because
 *   an attacker may have registered the account, but in a mailbox counter that other networks cannot exhaust.
 * - `RequestPasswordReset` has further limits.
 * @param id of the mail; a retry of the same mail counts once
 * @param networks keyed hashes of the requesting networks; null when a signed-in user causes the mail
 * @returns whether the mail can be sent
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
  /** Whether the requesting network is a known place of the account. */
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
    const isReset = networks !== null;
    if (isReset ? row.verified && row.knownPlace : row.proven) return true;
    const hint = isReset ? toHint(row) : null;
    return (await this.mails.admit({ id, to: row.email, networks: networks ?? row.networks ?? [], hint })) === null;
  }
}

const toHint = ({ verified, knownPlace }: Row): Hint => (verified ? 'verified' : knownPlace ? 'known-place' : null);
