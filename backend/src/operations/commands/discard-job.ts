import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { maskPersonalData } from '../../platform/telemetry/logging.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import type { JobExecutionChange } from '../events.contract.js';
import { lockJobExecution, notDeadLetter } from '../lock-job-execution.js';

/**
 * Closes a dead letter permanently without running its job. A repeated command changes nothing.
 * @throws {ApiError} 404 EVENT_NOT_FOUND or DELIVERY_NOT_FOUND, 409 DELIVERY_NOT_DEAD
 */
export class DiscardJob extends Command<JobExecutionChange> {
  /** @param actorId the id of the administrator; null for the operators' tool */
  constructor(
    readonly eventId: string,
    readonly job: string,
    readonly actorId: string | null,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DiscardJob)
export class DiscardJobHandler implements ICommandHandler<DiscardJob> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ eventId, job, actorId, reason }: DiscardJob): Promise<JobExecutionChange> {
    const { state } = await lockJobExecution(this.sql, eventId, job);
    if (state === 'discarded') return { eventId, job, state, changed: false };
    if (state !== 'dead') throw notDeadLetter(state);
    await this.sql.rows('update deliveries set discarded_at = now() where event_id = $1 and reaction = $2', [
      eventId,
      job,
    ]);
    this.audit.record({
      userId: null,
      actorId,
      byOperator: actorId === null,
      action: 'operations.delivery-discarded',
      details: { eventId, job, reason: maskPersonalData(reason) },
    });
    return { eventId, job, state: 'discarded', changed: true };
  }
}
