import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { invalid } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import { DEAD } from '../event-rows.js';
import type { EventsReplayed, ReplayForm } from '../events.contract.js';
import { type DeadLetter, replay } from '../replay.js';

/**
 * Replays the dead letters of a job, of a type of facts or of a span of time, the oldest first, at most 500 at once.
 * Fails with 400 VALIDATION_FAILED when nothing is chosen.
 */
export class ReplayDeadLetters extends Command<EventsReplayed> {
  /** @param by the administrator; null for the operators' tool */
  constructor(
    readonly choice: ReplayForm,
    readonly by: string | null,
  ) {
    super();
  }
}

const MOST = 500;

@CommandHandler(ReplayDeadLetters)
export class ReplayDeadLettersHandler implements ICommandHandler<ReplayDeadLetters> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ choice: { job, type, since, until }, by }: ReplayDeadLetters): Promise<EventsReplayed> {
    if (!job && !type && !since && !until)
      throw invalid('job', 'Say what shall be replayed: a job, a type, or a span of time');
    const values = [job ?? null, type ?? null, since ?? null, until ?? null];
    // Two at once take different ones, or the second finds none.
    const letters = await this.sql.rowsInTransaction<DeadLetter>(
      `select d.event_id as "eventId", d.reaction as job ${CHOSEN} order by d.event_id limit ${MOST}
       for update of d skip locked`,
      values,
    );
    if (letters.length > 0) await replay(this.sql, this.audit, letters, by);
    const left = await this.sql.row<{ count: number }>(`select count(*)::int as count ${CHOSEN}`, values);
    return { replayed: letters.length, remaining: left!.count };
  }
}

const CHOSEN = `
from deliveries d join outbox_events e on e.id = d.event_id
where ${DEAD} and ($1::text is null or d.reaction = $1) and ($2::text is null or e.type = $2)
  and ($3::timestamptz is null or e.occurred_at >= $3) and ($4::timestamptz is null or e.occurred_at < $4)`;
