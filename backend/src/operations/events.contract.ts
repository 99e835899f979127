import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { BlankIsMissing } from '../platform/http/blank-is-missing.js';
import { Choice } from '../platform/http/choice.js';
import { PageNumber, PageSize, PageOf } from '../platform/http/paging.js';
import { Required } from '../platform/http/required.js';
import { QUEUES, type QueueName } from '../platform/events/queue-names.js';
import { ChangeText, Trimmed } from '../platform/http/change-text.js';

export const EVENT_STATES = ['open', 'done', 'dead', 'unrelayed'] as const;
export type EventState = (typeof EVENT_STATES)[number];
/** `dead`: a dead letter that waits for an operator; `discarded`: a dead letter that was closed without running its job. */
const JOB_EXECUTION_STATES = ['open', 'done', 'dead', 'discarded'] as const;
export type JobExecutionState = (typeof JOB_EXECUTION_STATES)[number];

const NameFilter = (example: string, description: string) => (target: object, key: string) => {
  ApiPropertyOptional({ example, description, maxLength: 100 })(target, key);
  BlankIsMissing()(target, key);
  Trimmed()(target, key);
  IsOptional()(target, key);
  IsString({ message: `${key} must be a text` })(target, key);
  MaxLength(100, { message: `${key} may have at most 100 characters` })(target, key);
};

/**
 * A date, or a date and a time: the ISO 8601 formats that PostgreSQL also parses. Offsets range from -14:00 to +14:00.
 */
const DATE_TIME =
  /^(?!0000)\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]((0\d|1[0-3]):[0-5]\d|14:00))?)?$/;
/** Excludes line breaks, control and format characters, because operators read the reason in a terminal. */
const ONE_PLAIN_LINE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

const TimeFilter = (description: string) => (target: object, key: string) => {
  ApiPropertyOptional({ format: 'date-time', example: '2026-11-22T07:00:00Z', description })(target, key);
  BlankIsMissing()(target, key);
  IsOptional()(target, key);
  const message = `${key} must be a day or a time, like 2026-11-22T07:00:00Z`;
  IsISO8601({ strict: true }, { message })(target, key);
  Matches(DATE_TIME, { message })(target, key);
};

class BaseEventFilters {
  @NameFilter('purchases.purchase-completed', 'Events of this type')
  type?: string;

  @NameFilter('personalise-copy', 'Events with an execution of this job')
  job?: string;

  @TimeFilter('Recorded at or after this time')
  since?: string;

  @TimeFilter('Recorded before this time')
  until?: string;
}

export class EventFilters extends BaseEventFilters {
  @Choice(EVENT_STATES, {
    message: `state must be one of ${EVENT_STATES.join(', ')}`,
    description:
      '`unrelayed`: no relay has published it yet; `open`: at least one job execution is open; `dead`: at least one is a dead letter; `done`: all are done or discarded. An event can match both `open` and `dead`. With `job`, only the execution of that job counts.',
  })
  state?: EventState;

  @ApiPropertyOptional({
    format: 'uuid',
    example: '01a1ffb1-0cb6-76e5-a85f-3c3f15abf105',
    description: 'The id of the event, or an id in its payload, for example of a purchase',
  })
  @BlankIsMissing()
  @ChangeText((text) => text.trim().toLowerCase())
  @IsOptional()
  @IsUUID('all', { message: 'subject must be an id like 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105' })
  subject?: string;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

/** The execution of one job for one event. */
export class JobExecutionView {
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({
    type: String,
    enum: QUEUES,
    nullable: true,
    description: 'Null for rows that were written before this column existed',
  })
  queue!: QueueName | null;
  @ApiProperty({ enum: JOB_EXECUTION_STATES, example: 'dead' }) state!: JobExecutionState;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'How often the job was published to a queue since the last replay',
  })
  publishes!: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'How often the job was started since the last attempt that reported a failure',
  })
  starts!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'When the job was last published to a queue or checked by the reconciler; null after a replay until the job is published again',
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
    description: 'Error of the last failed attempt; email addresses, long numbers and tokens are masked',
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
    description: 'Ids and timestamps only',
  })
  payload!: Record<string, unknown>;
  @ApiProperty({
    enum: EVENT_STATES,
    example: 'dead',
    description: 'The first state that applies, in the order dead, unrelayed, open, done',
  })
  state!: EventState;
  @ApiProperty({ format: 'date-time' }) occurredAt!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) relayedAt!: string | null;
  @ApiProperty({ type: [JobExecutionView], description: 'Ordered by job name; empty before the event is relayed' })
  deliveries!: JobExecutionView[];
}

export class EventPage extends PageOf('events', EventView, {
  entries: 'Newest first',
  total: 'At most 10,000, because counting stops there',
}) {}

/**
 * A replay or discard by an administrator or operator. In JSON, `deed` is the kind of an action, and `deeds` is a list of
 * actions.
 */
export class EventAction {
  @ApiProperty({ enum: ['replayed', 'discarded'], example: 'replayed' }) deed!: 'replayed' | 'discarded';
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({ enum: ['admin', 'operator'], description: '`operator`: an operator used the operators’ tool' })
  by!: 'admin' | 'operator';
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Account id of the administrator; null for an operator',
  })
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
    description:
      'Why the job does not need to run. Stored permanently; must not contain personal data (email addresses are masked)',
  })
  @Trimmed()
  @Matches(ONE_PLAIN_LINE, { message: 'reason must be one line of plain text' })
  @MaxLength(500, { message: 'reason may have at most 500 characters' })
  @Required('reason is required')
  reason!: string;
}

export class ReplayForm extends BaseEventFilters {}

export class JobExecutionChange {
  @ApiProperty({ format: 'uuid' }) eventId!: string;
  @ApiProperty({ example: 'personalise-copy' }) job!: string;
  @ApiProperty({ enum: JOB_EXECUTION_STATES, example: 'open' }) state!: JobExecutionState;
  @ApiProperty({ description: 'False when the execution was already in this state and the request changed nothing' })
  changed!: boolean;
}

export class EventsReplayed {
  @ApiProperty({ type: 'integer', example: 12, description: 'At most 500 per request' }) replayed!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Remaining dead letters that match the request' })
  remaining!: number;
}
