import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';

/**
 * Purges sessions, refresh tokens, verifications and password resets 30 days after their end, resets for an address
 * without an account at once, and expired known places and mail counts.
 * @returns the number of deleted rows
 */
export class PurgeEndedAccess extends Command<number> {}

const BATCH = 500;
/** Rows beyond this number of batches remain for the next run. */
const ROUNDS = 100;

const LONG_AGO = `now() - interval '30 days'`;

const ENDED = [
  ['refresh_tokens', 'token_hash', `expires_at < ${LONG_AGO}`],
  // Deletes their tokens by cascade.
  ['sessions', 'id', `least(revoked_at, expires_at) < ${LONG_AGO}`],
  ['verifications', 'id', `expires_at < ${LONG_AGO}`],
  ['password_resets', 'id', `expires_at < ${LONG_AGO}`],
  ['sign_in_challenges', 'token_hash', 'expires_at < now()'],
  // Setups that were never confirmed.
  ['second_factors', 'user_id', `confirmed_at is null and started_at < now() - interval '1 day'`],
  ['known_places', 'ctid', `expires_at < now()`],
  // They count towards the limits for a day, as those of an account do.
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
    let cleared = await this.mails.purge();
    for (const [table, key, ended] of ENDED) cleared += await this.clear(table, key, ended);
    return cleared;
  }

  /** Each small batch is a separate transaction: a concurrent request waits for one batch at most. */
  private async clear(table: string, key: string, ended: string): Promise<number> {
    const statement = `
      with gone as (
        delete from ${table} where ${key} = any(array(
          select ${key} from ${table} t where ${ended} limit ${BATCH} for update skip locked))
        returning 1
      ) select count(*)::int as count from gone`;
    let cleared = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { count } = (await this.sql.unprepared<{ count: number }>(statement))[0]!;
      cleared += count;
      if (count < BATCH) break;
    }
    return cleared;
  }
}
