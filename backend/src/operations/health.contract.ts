import { ApiProperty } from '@nestjs/swagger';
import { QUEUES, type QueueName } from '../platform/events/queue-names.js';

export const STATES = ['ok', 'warning', 'down'] as const;
export type PartState = (typeof STATES)[number];

const seconds = (description: string) =>
  ApiProperty({ type: 'number', nullable: true, example: 0, description: `${description}, in seconds` });
const count = (description: string, example = 0) =>
  ApiProperty({ type: 'integer', nullable: true, example, description: `${description}; null when nobody could tell` });

class Part {
  @ApiProperty({ enum: STATES, example: 'ok' }) state!: PartState;
}

class Service extends Part {
  @ApiProperty({ description: 'Answered in time' }) reachable!: boolean;
  @ApiProperty({ type: 'integer', example: 3, description: 'Until the answer, or until it was given up' })
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
  @ApiProperty({ example: 'Migration20261121000000_initial', description: 'What this build was made for' })
  expected!: string;
}

export class OutboxHealth extends Part {
  @count('Facts that no relay has carried yet') waiting!: number | null;
  @seconds('Age of the oldest of them; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class QueueHealth extends Part {
  @ApiProperty({ enum: QUEUES, example: 'documents' }) name!: QueueName;
  @count('Jobs that wait for a worker') waiting!: number | null;
  @count('Jobs that are being worked on') active!: number | null;
  @count('Jobs that wait for their time') delayed!: number | null;
  @count('Jobs that failed and that the queue still remembers') failed!: number | null;
  @count('Deliveries that no worker has finished yet, whatever the queue knows of them') open!: number | null;
  @seconds('Age of the oldest open delivery; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DeadLettersHealth extends Part {
  @count('Deliveries that were given up and wait for a person') count!: number | null;
}

export class PurchasesHealth extends Part {
  @count('Purchases that are paid and cannot be downloaded yet') unfulfilled!: number | null;
  @seconds('How long the longest waiting of them has been paid; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class RefundsHealth extends Part {
  @count('Refunds that the card provider refused or a bank sent back, and that nobody has settled')
  failed!: number | null;
  @seconds('How long ago the oldest of them was asked for; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class WithdrawalsHealth extends Part {
  @count('Withdrawals from a contract that a person has to decide') open!: number | null;
  @seconds('How long ago the oldest of them came in; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DisputesHealth extends Part {
  @count('Payments that a buyer’s bank disputes') open!: number | null;
}

export class PaymentsHealth extends Part {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Up to when the reports of the card provider have been compared with the purchases; null: never yet',
  })
  reconciledUntil!: string | null;
  @seconds('How long ago that is') ageSeconds!: number | null;
}

export class RequestsHealth extends Part {
  @count('Not finished yet') open!: number | null;
  @count('Those of them that should be finished by now') overdue!: number | null;
}

/** Everything that an operator asks first. Thresholds: health-thresholds.ts. */
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
  @ApiProperty({ type: RequestsHealth, description: 'Archives of personal data; overdue after a day' })
  exports!: RequestsHealth;
  @ApiProperty({ type: RequestsHealth, description: 'Erasures that are due; overdue six hours after their time' })
  erasures!: RequestsHealth;
}
