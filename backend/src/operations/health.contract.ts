import { ApiProperty } from '@nestjs/swagger';
import { QUEUES, type QueueName } from '../platform/events/queue-names.js';

export const STATES = ['ok', 'warning', 'down'] as const;
export type PartState = (typeof STATES)[number];

const seconds = (description: string) =>
  ApiProperty({ type: 'number', nullable: true, example: 0, description: `${description}, in seconds` });
const count = (description: string, example = 0) =>
  ApiProperty({ type: 'integer', nullable: true, example, description: `${description}; null when the check failed` });

class Part {
  @ApiProperty({ enum: STATES, example: 'ok' }) state!: PartState;
}

class Service extends Part {
  @ApiProperty({ description: 'Responded within the timeout' }) reachable!: boolean;
  @ApiProperty({ type: 'integer', example: 3, description: 'Time until the response or the timeout' })
  milliseconds!: number;
}

export class DatabaseHealth extends Service {
  @seconds('How far the clock of this API process is ahead of the database’s') clockDifferenceSeconds!: number | null;
}

export class QueueBackendHealth extends Service {
  @ApiProperty({ enum: ['redis', 'postgres'], example: 'redis' }) backend!: 'redis' | 'postgres';
}

export class StorageHealth extends Service {}

export class SchemaHealth extends Part {
  @ApiProperty({ type: String, nullable: true, example: 'Migration20261121000000_initial' })
  version!: string | null;
  @ApiProperty({ example: 'Migration20261121000000_initial', description: 'Newest migration of this build' })
  expected!: string;
}

export class OutboxHealth extends Part {
  @count('Events that no relay has published yet') waiting!: number | null;
  @seconds('Age of the oldest of them; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class QueueHealth extends Part {
  @ApiProperty({ enum: QUEUES, example: 'documents' }) name!: QueueName;
  @count('Jobs that wait for a worker') waiting!: number | null;
  @count('Jobs that are running') active!: number | null;
  @count('Jobs that wait for their next attempt') delayed!: number | null;
  @count('Failed jobs that the queue still stores') failed!: number | null;
  @count('Open job executions in the ledger, whether or not the queue contains them') open!: number | null;
  @seconds('Age of the oldest open job execution; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DeadLettersHealth extends Part {
  @count('Dead letters that wait for an operator') count!: number | null;
}

export class PurchasesHealth extends Part {
  @count('Purchases that are paid and cannot be downloaded yet') unfulfilled!: number | null;
  @seconds('Time since the oldest of them was paid; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class RefundsHealth extends Part {
  @count('Refunds that Stripe refused or a bank returned, and that are not settled')
  failed!: number | null;
  @seconds('How long ago the oldest of them was requested; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class WithdrawalsHealth extends Part {
  @count('Withdrawals from a contract that wait for a decision') open!: number | null;
  @seconds('How long ago the oldest of them was received; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DisputesHealth extends Part {
  @count('Payments that a buyer’s bank disputes') open!: number | null;
}

export class PaymentsHealth extends Part {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Until when Stripe events have been compared with the purchases; null: never',
  })
  reconciledUntil!: string | null;
  @seconds('Time since then') ageSeconds!: number | null;
}

export class RequestsHealth extends Part {
  @count('Requests that are not finished') open!: number | null;
  @count('Unfinished requests that are overdue') overdue!: number | null;
}

/** The health of all parts of the shop. Thresholds: health-thresholds.ts. */
export class Operations {
  @ApiProperty({ enum: STATES, example: 'ok', description: 'The worst of the parts' }) state!: PartState;
  @ApiProperty({ format: 'date-time' }) checkedAt!: string;
  @ApiProperty({ type: DatabaseHealth }) database!: DatabaseHealth;
  @ApiProperty({ type: QueueBackendHealth }) queueBackend!: QueueBackendHealth;
  @ApiProperty({ type: StorageHealth }) storage!: StorageHealth;
  @ApiProperty({ type: SchemaHealth }) schema!: SchemaHealth;
  @ApiProperty({ type: OutboxHealth }) outbox!: OutboxHealth;
  @ApiProperty({ type: [QueueHealth], description: 'All queues, always in the same order' }) queues!: QueueHealth[];
  @ApiProperty({ type: DeadLettersHealth }) deadLetters!: DeadLettersHealth;
  @ApiProperty({ type: PurchasesHealth }) purchases!: PurchasesHealth;
  @ApiProperty({ type: RefundsHealth }) refunds!: RefundsHealth;
  @ApiProperty({ type: WithdrawalsHealth }) withdrawals!: WithdrawalsHealth;
  @ApiProperty({ type: DisputesHealth }) disputes!: DisputesHealth;
  @ApiProperty({ type: PaymentsHealth }) payments!: PaymentsHealth;
  @ApiProperty({ type: RequestsHealth, description: 'Archives of personal data; overdue after 24 hours' })
  exports!: RequestsHealth;
  @ApiProperty({ type: RequestsHealth, description: 'Due erasures; overdue six hours after their due time' })
  erasures!: RequestsHealth;
}
