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
 * Replays the dead letters that match all given filters, oldest first, at most 500 per call.
 * @throws {ApiError} 400 VALIDATION_FAILED without any filter
 */
export class ReplayDeadLetters extends Command<EventsReplayed> {
  /** @param actorId the id of the administrator; null for the operators' tool */
  constructor(
    readonly filters: ReplayForm,
    readonly actorId: string | null,
  ) {
    super();
  }
}

const MAX_PER_CALL = 500;

@CommandHandler(ReplayDeadLetters)
export class ReplayDeadLettersHandler implements ICommandHandler<ReplayDeadLetters> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ filters: { job, type, since, until }, actorId }: ReplayDeadLetters): Promise<EventsReplayed> {
    if (!job && !type && !since && !until)
      throw invalid('job', 'At least one of job, type, since and until is required');
    const values = [job ?? null, type ?? null, since ?? null, until ?? null];
    // With `skip locked`, concurrent replays take different rows instead of waiting for each other.
    const executions = await this.sql.rowsInTransaction<DeadLetter>(
      `select d.event_id as "eventId", d.reaction as job ${MATCHING} order by d.event_id limit ${MAX_PER_CALL}
       for update of d skip locked`,
      values,
    );
    if (executions.length > 0) await replay(this.sql, this.audit, executions, actorId);
    const remaining = await this.sql.row<{ count: number }>(`select count(*)::int as count ${MATCHING}`, values);
    return { replayed: executions.length, remaining: remaining!.count };
  }
}

const MATCHING = `
from deliveries d join outbox_events e on e.id = d.event_id
where ${DEAD} and ($1::text is null or d.reaction = $1) and ($2::text is null or e.type = $2)
  and ($3::timestamptz is null or e.occurred_at >= $3) and ($4::timestamptz is null or e.occurred_at < $4)`;
