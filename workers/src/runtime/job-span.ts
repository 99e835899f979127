import { SpanKind } from '@opentelemetry/api';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import { contextFrom, inSpan, withLogFields } from '#backend/platform/telemetry/spans.js';

/**
 * Runs a job in the trace of its event. A scheduled job has no event, so it gets a new trace. Every log line of the job
 * contains the job id, the attempt, and the event id if there is one.
 */
export function inJobSpan(job: QueuedJob, work: () => Promise<void>): Promise<void> {
  const { eventId, traceParent } = job.data as { eventId?: string; traceParent?: string | null };
  const logFields = { job_id: job.id!, attempt: job.attemptsMade + 1, ...(eventId && { event_id: eventId }) };
  const attributes = Object.fromEntries(Object.entries(logFields).map(([field, value]) => [`shop.${field}`, value]));
  return inSpan(
    `job ${job.name}`,
    { kind: SpanKind.CONSUMER, attributes },
    async (span) => {
      try {
        await work();
        span.setAttribute('shop.outcome', 'done');
      } catch (error) {
        span.setAttribute('shop.outcome', error instanceof UnrecoverableError ? 'dead' : 'failed');
        throw error;
      }
    },
    withLogFields(logFields, contextFrom(traceParent)),
  );
}
