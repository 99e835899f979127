import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * The time in which the designer and the reporter can object to a decision; then PurgeNotifiers erases the notifier's data.
 */
export const OBJECTION_MONTHS = 6;

/**
 * Erases names and addresses of guests from resolved reports whose last decision is more than OBJECTION_MONTHS old. A
 * decision about an objection counts too. @returns the number of changed reports
 */
export class PurgeNotifiers extends Command<number> {}

const PURGE = `
with purged as (
  update pattern_reports r set notifier_name = null, notifier_email = null, notifier_email_key = null
  where coalesce(r.notifier_name, r.notifier_email) is not null and r.state = 'resolved'
    and greatest(r.resolved_at, (select max(d.decided_at) from pattern_decisions d
                                 where d.id = r.decision_id or d.reviews_id = r.decision_id))
        < now() - interval '${OBJECTION_MONTHS} months' returning 1
) select count(*)::int as count from purged`;

@CommandHandler(PurgeNotifiers)
export class PurgeNotifiersHandler implements ICommandHandler<PurgeNotifiers> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    return (await this.sql.row<{ count: number }>(PURGE))!.count;
  }
}
