import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { ApiError } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import type { JobExecutionChange } from '../events.contract.js';
import { lockJobExecution, notDeadLetter } from '../lock-job-execution.js';
import { replay } from '../replay.js';

/**
 * Reopens a dead letter. The reconciler then publishes its job within seconds. A repeated command changes nothing.
 * @throws {ApiError} 404 EVENT_NOT_FOUND or DELIVERY_NOT_FOUND, 409 DELIVERY_NOT_DEAD or DELIVERY_DISCARDED
 */
export class ReplayJob extends Command<JobExecutionChange> {
  /** @param actorId the id of the administrator; null for the operators' tool */
  constructor(
    readonly eventId: string,
    readonly job: string,
    readonly actorId: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReplayJob)
export class ReplayJobHandler implements ICommandHandler<ReplayJob> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ eventId, job, actorId }: ReplayJob): Promise<JobExecutionChange> {
    const { state, replayed } = await lockJobExecution(this.sql, eventId, job);
    if (state === 'discarded')
      throw new ApiError(409, 'DELIVERY_DISCARDED', 'This dead letter was discarded; it cannot be replayed.');
    if (state !== 'dead' && !replayed) throw notDeadLetter(state);
    if (state !== 'dead') return { eventId, job, state, changed: false };
    await replay(this.sql, this.audit, [{ eventId, job }], actorId);
    return { eventId, job, state: 'open', changed: true };
  }
}
