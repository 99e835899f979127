import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { type Hint, UnprovenMail } from '../../../platform/mail/unproven-mail.js';
import { KNOWN_FOR_RESETS } from '../../sessions/known-places.js';

/**
 * Counts a mail about an account, and decides by the rate limits whether a worker may send it
 * (docs/decisions/23-mail-to-unproven-addresses.md).
 *
 * Reset mails can be requested without a session, and an attacker must not prevent a reset by the owner:
 * - A reset mail to a verified address counts only for the requesting network. When the mailbox is proven and the request
 *   comes from a known place of the account, the mail is not counted at all.
 * - A reset mail to an unverified address also counts for the mailbox and the shop, even at a known place, because an
 *   attacker may have registered the account. Known places have a separate mailbox counter, which other networks cannot
 *   exhaust.
 * - `RequestPasswordReset` has further limits.
 *
 * All other mails:
 * - A proven mailbox gets every mail.
 * - An unproven mailbox gets a mail if the limits allow it. The mail counts for the network that last used the account
 *   (`users.used_from`), also after its known places are deleted.
 * @param id the id of the mail; a retry of the same mail is counted once
 * @param networks the keyed hashes of the networks of the request for a reset mail; null for all other mails
 * @returns whether a worker is allowed to send the mail
 */
export class AllowAccountMail extends Command<boolean> {
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

@CommandHandler(AllowAccountMail)
export class AllowAccountMailHandler implements ICommandHandler<AllowAccountMail> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly mails: UnprovenMail,
  ) {}

  @Transactional()
  async execute({ id, userId, networks }: AllowAccountMail): Promise<boolean> {
    const row = await this.sql.row<Row>(
      `select u.email, u.mailbox_proven_at is not null as proven, u.verified_at is not null as verified,
              exists (select from known_places k
                      where k.user_id = u.id and k.network = $2 and ${KNOWN_FOR_RESETS}) as "knownPlace",
              u.used_from as networks
       from users u where u.id = $1`,
      [userId, networks?.[0] ?? null],
    );
    if (!row) return false;
    const isReset = networks !== null;
    if (row.proven && (!isReset || row.knownPlace)) return true;
    const hint = isReset ? toHint(row) : null;
    return (await this.mails.admit({ id, to: row.email, networks: networks ?? row.networks ?? [], hint })) === null;
  }
}

const toHint = ({ verified, knownPlace }: Row): Hint => (verified ? 'verified' : knownPlace ? 'known-place' : null);
