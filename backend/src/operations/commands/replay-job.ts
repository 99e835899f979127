import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { ApiError } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import type { JobExecutionChange } from '../events.contract.js';
import { lockJobExecution, notDead } from '../lock-job-execution.js';
import { replay } from '../replay.js';

/**
 * Gives a dead letter to its job once more; the reconciler takes it within seconds. Asking again changes nothing.
 * Fails with 404 EVENT_NOT_FOUND or DELIVERY_NOT_FOUND, 409 DELIVERY_NOT_DEAD or DELIVERY_DISCARDED.
 */
export class ReplayJob extends Command<JobExecutionChange> {
  /** @param by the administrator; null for the operators' tool */
  constructor(
    readonly eventId: string,
    readonly job: string,
    readonly by: string | null,
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
  async execute({ eventId, job, by }: ReplayJob): Promise<JobExecutionChange> {
    const { state, replayed } = await lockJobExecution(this.sql, eventId, job);
    if (state === 'discarded')
      throw new ApiError(409, 'DELIVERY_DISCARDED', 'Somebody has decided that nothing more has to be done here.');
    if (state !== 'dead' && !replayed) throw notDead(state);
    if (state !== 'dead') return { eventId, job, state, changed: false };
    await replay(this.sql, this.audit, [{ eventId, job }], by);
    return { eventId, job, state: 'open', changed: true };
  }
}
