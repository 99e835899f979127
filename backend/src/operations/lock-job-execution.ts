import { notFound, ApiError } from '../platform/api-error.js';
import { JOB_EXECUTION_STATE } from './event-rows.js';
import type { JobExecutionState } from './events.contract.js';
import type { Sql } from '../platform/database/sql.js';

interface LockedJobExecution {
  state: JobExecutionState;
  /** Whether a replay has reopened the job execution at any time. */
  replayed: boolean;
}

/**
 * Locks the row of a job execution until the end of the transaction.
 * @throws {ApiError} 404 EVENT_NOT_FOUND or DELIVERY_NOT_FOUND
 */
export async function lockJobExecution(sql: Sql, eventId: string, job: string): Promise<LockedJobExecution> {
  const [execution] = await sql.rowsInTransaction<LockedJobExecution>(
    `select ${JOB_EXECUTION_STATE} as state, d.replayed_at is not null as replayed
     from deliveries d where d.event_id = $1 and d.reaction = $2 for update`,
    [eventId, job],
  );
  if (execution) return execution;
  const event = await sql.row('select from outbox_events where id = $1', [eventId]);
  throw event ? notFound('DELIVERY_NOT_FOUND', 'Job execution') : notFound('EVENT_NOT_FOUND', 'Event');
}

export const notDeadLetter = (state: JobExecutionState) =>
  new ApiError(
    409,
    'DELIVERY_NOT_DEAD',
    `This job execution is not a dead letter: it is ${state}. Nothing was changed.`,
  );
