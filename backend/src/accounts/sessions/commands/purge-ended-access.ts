import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';

/**
 * Deletes sessions, refresh tokens, verifications and password resets that ended 30 days ago, and at once the resets
 * that were asked for an address without an account; known places, and counts of mails, once their time is over.
 * @returns how many rows
 */
export class PurgeEndedAccess extends Command<number> {}

const BATCH = 500;
/** What is left after so many batches waits for the next run. */
const ROUNDS = 100;

const LONG_AGO = `now() - interval '30 days'`;

const ENDED = [
  ['refresh_tokens', 'token_hash', `expires_at < ${LONG_AGO}`],
  // Their tokens go with them.
  ['sessions', 'id', `least(revoked_at, expires_at) < ${LONG_AGO}`],
  ['verifications', 'id', `expires_at < ${LONG_AGO}`],
  ['password_resets', 'id', `expires_at < ${LONG_AGO}`],
  ['sign_in_challenges', 'token_hash', 'expires_at < now()'],
  // A set-up that was given up.
  ['second_factors', 'user_id', `confirmed_at is null and started_at < now() - interval '1 day'`],
  ['known_places', 'ctid', `expires_at < now()`],
  // They count for a day against further requests, as those of an account do.
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

  /** Small batches, each for itself: whoever needs one of the rows waits for no more than one of them. */
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
