import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { Blank } from '../platform/http/blank.js';
import { PageNumber, PageSize } from '../platform/http/paging.js';
import { Required } from '../platform/http/required.js';
import { QUEUES, type QueueName } from '../platform/events/queue-names.js';

export const EVENT_STATES = ['open', 'done', 'dead', 'unrelayed'] as const;
export type EventState = (typeof EVENT_STATES)[number];
export const JOB_EXECUTION_STATES = ['open', 'done', 'dead', 'discarded'] as const;
export type JobExecutionState = (typeof JOB_EXECUTION_STATES)[number];

const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

const Name = (example: string, description: string) => (target: object, key: string) => {
  ApiPropertyOptional({ example, description, maxLength: 100 })(target, key);
  Blank()(target, key);
  Trimmed()(target, key);
  IsOptional()(target, key);
  IsString({ message: `${key} must be a text` })(target, key);
  MaxLength(100, { message: `${key} may have at most 100 characters` })(target, key);
};

/** A day, or a day and a time; what else ISO 8601 knows, PostgreSQL does not. Offsets go as far as there are any. */
const MOMENT =
  /^(?!0000)\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]((0\d|1[0-3]):[0-5]\d|14:00))?)?$/;
/** Whoever reads it may do so on a terminal. */
const ONE_PLAIN_LINE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

const Moment = (description: string) => (target: object, key: string) => {
  ApiPropertyOptional({ format: 'date-time', example: '2026-11-22T07:00:00Z', description })(target, key);
  Blank()(target, key);
  IsOptional()(target, key);
  const message = `${key} must be a day or a time, like 2026-11-22T07:00:00Z`;
  IsISO8601({ strict: true }, { message })(target, key);
  Matches(MOMENT, { message })(target, key);
};

class EventChoice {
  @Name('purchases.purchase-completed', 'Facts of this type')
  type?: string;

  @Name('personalise-copy', 'Facts that are owed to this job')
  job?: string;

  @Moment('Not recorded before')
  since?: string;

  @Moment('Recorded before')
  until?: string;
}

export class EventFilters extends EventChoice {
  @ApiPropertyOptional({
    enum: EVENT_STATES,
    description:
      '`unrelayed`: no relay has carried it yet; `open`: a job has not ended; `dead`: a job was given up; `done`: all have ended, or were discarded. A fact may be open and dead at once. With `job`, it is that job’s delivery that counts.',
  })
  @Blank()
  @IsOptional()
  @IsIn(EVENT_STATES, { message: `state must be one of ${EVENT_STATES.join(', ')}` })
  state?: EventState;

  @ApiPropertyOptional({
    format: 'uuid',
    example: '01a1ffb1-0cb6-76e5-a85f-3c3f15abf105',
    description: 'The id of the fact, or one that it carries, e.g. of a purchase',
  })
  @Blank()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsOptional()
  @IsUUID('all', { message: 'subject must be an id like 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105' })
  subject?: string;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

/** One fact owed to one job. */
export class JobExecutionView {
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({ type: String, enum: QUEUES, nullable: true, description: 'Null for what is older than the column' })
  queue!: QueueName | null;
  @ApiProperty({ enum: JOB_EXECUTION_STATES, example: 'dead' }) state!: JobExecutionState;
  @ApiProperty({ type: 'integer', example: 1, description: 'How often a queue was given it since the last replay' })
  publishes!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Starts since the last one that ended or failed' })
  starts!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Last given to a queue, or looked after; null from a replay until a queue has it again',
  })
  publishedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) startedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) doneAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) deadAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) replayedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) discardedAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'not done after 120000 ms',
    description: 'Of the last failure; addresses, long numbers and tokens are struck out',
  })
  lastError!: string | null;
}

export class EventView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'purchases.purchase-completed' }) type!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { type: 'purchases.purchase-completed', purchaseId: '01a1ffb1-0cb6-76e5-a85f-3c3f15abf105' },
    description: 'Ids and moments only',
  })
  payload!: Record<string, unknown>;
  @ApiProperty({ enum: EVENT_STATES, example: 'dead', description: 'The first that fits: dead, unrelayed, open, done' })
  state!: EventState;
  @ApiProperty({ format: 'date-time' }) occurredAt!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) relayedAt!: string | null;
  @ApiProperty({ type: [JobExecutionView], description: 'By the name of the job; none before it is relayed' })
  deliveries!: JobExecutionView[];
}

export class EventPage {
  @ApiProperty({ type: [EventView], description: 'Newest first' }) events!: EventView[];
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer', description: 'Counted up to 10,000' }) total!: number;
  @ApiProperty({ type: 'integer' }) total_pages!: number;
  @ApiProperty({ type: 'integer' }) currentPage!: number;
  @ApiProperty({ type: 'integer' }) totalPages!: number;
  @ApiProperty({ type: 'integer' }) totalItems!: number;
  @ApiProperty({ type: 'integer' }) itemsPerPage!: number;
}

/** What a person has done to a delivery. */
export class EventAction {
  @ApiProperty({ enum: ['replayed', 'discarded'], example: 'replayed' }) deed!: 'replayed' | 'discarded';
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({ enum: ['admin', 'operator'], description: '`operator`: by the command-line tool' })
  by!: 'admin' | 'operator';
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The administrator’s account' })
  actorId!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'The buyer got the file by mail' }) reason!: string | null;
  @ApiProperty({ format: 'date-time' }) at!: string;
}

export class EventDetail extends EventView {
  @ApiProperty({ type: [EventAction], description: 'Newest first' }) deeds!: EventAction[];
}

export class DiscardForm {
  @ApiProperty({
    maxLength: 500,
    example: 'The buyer got the file by mail',
    description: 'Why nothing more has to be done. Stays on record; no personal data (addresses are struck out)',
  })
  @Trimmed()
  @Matches(ONE_PLAIN_LINE, { message: 'reason must be one line of plain text' })
  @MaxLength(500, { message: 'reason may have at most 500 characters' })
  @Required('reason is required')
  reason!: string;
}

export class ReplayForm extends EventChoice {}

export class JobExecutionChange {
  @ApiProperty({ format: 'uuid' }) eventId!: string;
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({ enum: JOB_EXECUTION_STATES, example: 'open' }) state!: JobExecutionState;
  @ApiProperty({ description: 'False when it had been done before: then nothing was changed' }) changed!: boolean;
}

export class EventsReplayed {
  @ApiProperty({ type: 'integer', example: 12, description: 'At most 500 at a time' }) replayed!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Dead letters of the same choice that are left' })
  remaining!: number;
}
