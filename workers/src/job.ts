import { Injectable, type Type } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import type { DomainEvent, DomainEventClass } from '#backend/platform/events/domain-event.js';

/** Context of a job execution. */
export interface JobContext {
  /** The same for all attempts: used as Message-ID and idempotency key. */
  executionId: string;
  /** Aborted when the deadline of the job has passed. */
  signal: AbortSignal;
  /** For jobs that decode an uploaded file; not set for schedules. */
  decoding?: {
    /** How often decoding of this file has started without a reported end. */
    ends: number;
    /** Called when decoding starts, not while the file waits in the queue. */
    begins(): Promise<void>;
  };
}

/** An asynchronous job. `run` must be idempotent: it may run more than once with the same data. */
export interface Job<Data> {
  run(data: Data, context: JobContext): Promise<void>;
}

/**
 * @param command must be idempotent
 * @param fields the fields of the event that the command takes, in order
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

export interface ReactionOptions {
  queue: QueueName;
  /** Attempts per publication; afterwards the reconciler publishes the job again. */
  attempts?: number;
  /** First pause between attempts in ms; doubles each time. */
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

/** A retry cannot succeed: the job becomes a dead letter at once. */
export class NonRetryableError extends Error {}
