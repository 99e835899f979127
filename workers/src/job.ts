import { Injectable, type Type } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import type { DomainEvent, DomainEventClass } from '#backend/platform/events/domain-event.js';

/** Context of a job execution. */
export interface JobContext {
  /** The same id for all attempts, used as Message-ID and idempotency key; for a scheduled job the name of its schedule. */
  executionId: string;
  /** Aborted when the job's deadline has passed. */
  signal: AbortSignal;
  /** Used by jobs that decode an uploaded file; undefined for scheduled jobs. */
  decoding?: {
    /** How many times a worker has died while it decoded this file. */
    unfinishedStarts: number;
    /** The job calls this function when the decoding starts, after any wait for the decoding of other files. */
    onStart(): Promise<void>;
  };
}

/** An asynchronous job. `run` must be idempotent, because it can run more than once with the same data. */
export interface Job<Data> {
  run(data: Data, context: JobContext): Promise<void>;
}

/**
 * @param command the command, which must be idempotent
 * @param fields the fields of the event that become the arguments of the command, in order
 * @returns a job that only executes the command
 */
export function runCommand<Fields extends string[]>(
  command: new (...values: { [I in keyof Fields]: string }) => Command<unknown>,
  ...fields: Fields
): Type<Job<Record<Fields[number], string>>> {
  @Injectable()
  class RunCommand implements Job<Record<Fields[number], string>> {
    constructor(private readonly commands: CommandBus) {}

    async run(data: Record<Fields[number], string>): Promise<void> {
      const values = fields.map((field) => data[field as Fields[number]]) as { [I in keyof Fields]: string };
      await this.commands.execute(new command(...values));
    }
  }
  return RunCommand;
}

interface ReactionOptions {
  queue: QueueName;
  /** Attempts in the queue; after the last one the reconciler publishes the job again. */
  attempts?: number;
  /** First pause between attempts in ms. Each further pause is twice as long as the pause before it. */
  backoffMs?: number;
  deadlineMs?: number;
}

export interface Reaction extends Required<ReactionOptions> {
  event: DomainEventClass;
  name: string;
  job: Type<Job<never>>;
}

/**
 * Declares that an event leads to a job. The code does not compile if the job needs a field that the event does not have.
 */
export function on<F extends DomainEvent>(
  event: DomainEventClass<F>,
  name: string,
  job: Type<Job<Omit<F, 'type'>>>,
  options: ReactionOptions,
): Reaction {
  return { attempts: 5, backoffMs: 500, deadlineMs: 60_000, ...options, event, name, job: job as Type<Job<never>> };
}

interface Schedule {
  name: string;
  everyMs: number;
  queue: QueueName;
  job: Type<Job<object>>;
  deadlineMs: number;
}

/** Declares that a job runs every `everyMs` milliseconds. */
export function every(
  everyMs: number,
  name: string,
  job: Type<Job<object>>,
  queue: QueueName,
  deadlineMs = 60_000,
): Schedule {
  return { name, everyMs, queue, job, deadlineMs };
}

/** Thrown when a retry cannot succeed. The job becomes a dead letter immediately. */
export class NonRetryableError extends Error {}
