import type { Type } from '@nestjs/common';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import type { DomainEvent, DomainEventClass } from '#backend/platform/events/domain-event.js';

/** What a job may know about the delivery it works on. */
export interface JobContext {
  /** Stable over all retries of the same work: fit for Message-IDs and idempotency keys. */
  executionId: string;
  /** Ends when the job's deadline has passed or the process is going down hard. */
  signal: AbortSignal;
  /** For a job that has the file of a stranger decoded; a schedule has none. */
  decoding?: {
    /** How often the decoding of this file has begun and its worker ended without a report. */
    ends: number;
    /** Said when the decoding begins, not while the file waits for its turn. */
    begins(): Promise<void>;
  };
}

/** One kind of asynchronous work. It may run more than once for the same data and must then change nothing. */
export interface Job<Data> {
  run(data: Data, context: JobContext): Promise<void>;
}

export interface ReactionOptions {
  queue: QueueName;
  /** Tries per publication; the reconciler publishes again after them. */
  attempts?: number;
  /** First pause between tries in ms; doubles each time. */
  backoffMs?: number;
  deadlineMs?: number;
}

export interface Reaction extends Required<ReactionOptions> {
  event: DomainEventClass;
  name: string;
  job: Type<Job<never>>;
}

/** Wires an event to a job. A job that cannot read the event does not compile. */
export function on<F extends DomainEvent>(
  event: DomainEventClass<F>,
  name: string,
  job: Type<Job<Omit<F, 'type'>>>,
  options: ReactionOptions,
): Reaction {
  return { attempts: 5, backoffMs: 500, deadlineMs: 60_000, ...options, event, name, job: job as Type<Job<never>> };
}

export interface Schedule {
  name: string;
  everyMs: number;
  queue: QueueName;
  job: Type<Job<object>>;
  deadlineMs: number;
}

export function every(
  everyMs: number,
  name: string,
  job: Type<Job<object>>,
  queue: QueueName,
  deadlineMs = 60_000,
): Schedule {
  return { name, everyMs, queue, job, deadlineMs };
}

/** Trying again cannot help: the delivery goes to the dead letters at once. */
export class NonRetryableError extends Error {}
