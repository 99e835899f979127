import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Unpublishes all patterns of a closed account permanently. A pattern that moderators have hidden does not return to sale
 * when the moderators restore it.
 */
export class UnpublishAll extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Patterns per statement. Each update also updates the search index, so a larger batch would hold its locks for long. */
const BATCH = 100;

const STATEMENT = `
with unpublished as (
  update patterns set updated_at = now(), status = case when status = 'published' then 'withdrawn' else status end,
         shown_as = case when status = 'hidden' then 'withdrawn' else shown_as end, suspended_as = null
  where id in (
    select p.id from patterns p join designers d on d.id = p.designer_id
    where d.user_id = $1 and (p.status = 'published' or p.suspended_as is not null
      or p.status = 'hidden' and p.shown_as is distinct from 'withdrawn')
    limit ${BATCH})
  returning 1
) select count(*)::int as count from unpublished`;

@CommandHandler(UnpublishAll)
export class UnpublishAllHandler implements ICommandHandler<UnpublishAll> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: UnpublishAll): Promise<void> {
    for (;;) {
      const { count } = (await this.sql.row<{ count: number }>(STATEMENT, [userId]))!;
      if (count === 0) return;
    }
  }
}
