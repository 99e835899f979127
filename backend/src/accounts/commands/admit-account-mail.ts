import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/transactional.js';
import { UnprovenMail } from '../../platform/unproven-mail.js';

/**
 * Whether a mail about an account may go to its address. A proven mailbox gets every mail; for another one the mail counts
 * for the network that asked for it, or else for the one from which the account was used last, or registered. What is left
 * out stands in the account. Workers ask before they send.
 * @param id of the mail: a retry of the same mail counts once
 * @param networks of the request, as keyed hashes; null when it came with a session
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
  networks: string[] | null;
}

@CommandHandler(AdmitAccountMail)
export class AdmitAccountMailHandler implements ICommandHandler<AdmitAccountMail> {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: UnprovenMail,
  ) {}

  @Transactional()
  async execute({ id, userId, networks }: AdmitAccountMail): Promise<boolean> {
    const [row] = await this.em.execute<Row[]>(
      `select u.email, u.mailbox_proven_at is not null as proven,
              coalesce(
                (select k.networks from known_places k where k.user_id = u.id order by k.seen_at desc limit 1),
                (select v.networks from verifications v where v.user_id = u.id order by v.requested_at desc limit 1)
              ) as networks
       from users u where u.id = ?`,
      [userId],
    );
    if (!row) return false;
    if (row.proven) return true;
    return (await this.mails.admit({ id, to: row.email, networks: networks ?? row.networks ?? [] })) === null;
  }
}
