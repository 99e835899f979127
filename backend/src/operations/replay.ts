import type { Audit } from '../platform/audit.js';
import type { Sql } from '../platform/database/sql.js';

export interface DeadLetter {
  eventId: string;
  job: string;
}

/**
 * Reopens dead letters and resets their counters. Sets `published_at` to one hour ago, because the reconciler publishes
 * the rows with the oldest `published_at` first. The new job replaces the failed job in the queue. Call this function in the
 * transaction that has locked the rows.
 * @param actorId the id of the administrator; null for the operators' tool
 */
export async function replay(sql: Sql, audit: Audit, executions: DeadLetter[], actorId: string | null): Promise<void> {
  await sql.rows(
    `update deliveries d set dead_at = null, replayed_at = now(), started_at = null, started_count = 0, decodings = 0,
       publish_count = 0, first_failed_at = null, published_at = now() - interval '1 hour'
     from jsonb_to_recordset($1::jsonb) as l ("eventId" uuid, job text)
     where d.event_id = l."eventId" and d.reaction = l.job`,
    [JSON.stringify(executions)],
  );
  for (const execution of executions) {
    const action = 'operations.delivery-replayed';
    audit.record({ userId: null, actorId, byOperator: actorId === null, action, details: { ...execution } });
  }
}
