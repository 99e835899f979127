import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';

/**
 * Purges sessions, refresh tokens, verifications and password resets 30 days after their end. Purges password resets for
 * addresses without an account, and second factors that were never confirmed, one day after their start. Also purges expired
 * sign-in challenges, known places and mail counts.
 * @returns the number of deleted rows
 */
export class PurgeEndedAccess extends Command<number> {}

const BATCH_SIZE = 500;
/** Batches per table and command. The next command deletes the remaining rows. */
const MAX_BATCHES = 100;

const PURGE_BEFORE = `now() - interval '30 days'`;

const ENDED = [
  ['refresh_tokens', 'token_hash', `expires_at < ${PURGE_BEFORE}`],
  // The database deletes the refresh tokens of a deleted session.
  ['sessions', 'id', `least(revoked_at, expires_at) < ${PURGE_BEFORE}`],
  ['verifications', 'id', `expires_at < ${PURGE_BEFORE}`],
  ['password_resets', 'id', `expires_at < ${PURGE_BEFORE}`],
  ['sign_in_challenges', 'token_hash', 'expires_at < now()'],
  ['second_factors', 'user_id', `confirmed_at is null and started_at < now() - interval '1 day'`],
  ['known_places', 'ctid', `expires_at < now()`],
  // Resets for an address without an account. They are stored for a day, because the limits count them.
  [
    'password_resets',
    'id',
    `requested_at < now() - interval '1 day' and not exists (select from users u where u.email_key = t.email_key)`,
  ],
] as const;

@CommandHandler(PurgeEndedAccess)
export class PurgeEndedAccessHandler implements ICommandHandler<PurgeEndedAccess> {
  constructor(
    private readonly sql: Sql,
    private readonly mails: UnprovenMail,
  ) {}

  async execute(): Promise<number> {
    let purgedCount = await this.mails.purge();
    for (const [table, key, ended] of ENDED) purgedCount += await this.purge(table, key, ended);
    return purgedCount;
  }

  /** Deletes small batches in separate transactions, so that a concurrent request waits for one batch at most. */
  private async purge(table: string, key: string, ended: string): Promise<number> {
    const statement = `
      with purged as (
        delete from ${table} where ${key} = any(array(
          select ${key} from ${table} t where ${ended} limit ${BATCH_SIZE} for update skip locked))
        returning 1
      ) select count(*)::int as count from purged`;
    let purgedCount = 0;
    for (let round = 0; round < MAX_BATCHES; round += 1) {
      const { count } = (await this.sql.unprepared<{ count: number }>(statement))[0]!;
      purgedCount += count;
      if (count < BATCH_SIZE) break;
    }
    return purgedCount;
  }
}
