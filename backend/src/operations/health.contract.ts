import { ApiProperty } from '@nestjs/swagger';
import { QUEUES, type QueueName } from '../platform/events/queue-names.js';

/** `warning`: an operator should look; `down`: an alert pages the operator. */
export const STATES = ['ok', 'warning', 'down'] as const;
export type PartState = (typeof STATES)[number];

const Seconds = (description: string) =>
  ApiProperty({ type: 'number', nullable: true, example: 0, description: `${description}, in seconds` });
const Count = (description: string, example = 0) =>
  ApiProperty({ type: 'integer', nullable: true, example, description: `${description}; null when the check failed` });

class Part {
  @ApiProperty({ enum: STATES, example: 'ok' }) state!: PartState;
}

class Service extends Part {
  @ApiProperty({ description: 'Whether the service responded within the timeout' }) reachable!: boolean;
  @ApiProperty({ type: 'integer', example: 3, description: 'Time until the response or the timeout' })
  milliseconds!: number;
}

export class DatabaseHealth extends Service {
  @Seconds('How far the clock of this API process is ahead of the database’s') clockDifferenceSeconds!: number | null;
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
  @Count('Events that no relay has published yet') waiting!: number | null;
  @Seconds('Age of the oldest event that waits for a relay; 0 when none waits') oldestAgeSeconds!: number | null;
}

export class QueueHealth extends Part {
  @ApiProperty({ enum: QUEUES, example: 'documents' }) name!: QueueName;
  @Count('Jobs that wait for a worker') waiting!: number | null;
  @Count('Jobs that are running') active!: number | null;
  @Count('Jobs that wait for their next attempt') delayed!: number | null;
  @Count('Failed jobs that the queue has not deleted yet') failed!: number | null;
  @Count('Open job executions in the ledger, whether or not the queue contains them') open!: number | null;
  @Seconds('Age of the oldest open job execution; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DeadLettersHealth extends Part {
  @Count('Dead letters that wait for an operator') count!: number | null;
}

export class PurchasesHealth extends Part {
  @Count('Purchases that are paid and cannot be downloaded yet') unfulfilled!: number | null;
  @Seconds('Time since the payment of the oldest unfulfilled purchase; 0 when there is none') oldestAgeSeconds!:
    | number
    | null;
}

export class RefundsHealth extends Part {
  @Count('Refunds that Stripe refused or a bank returned, and that are not settled')
  failed!: number | null;
  @Seconds('Time since the request of the oldest failed refund; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class WithdrawalsHealth extends Part {
  @Count('Withdrawals from a contract that wait for a decision') open!: number | null;
  @Seconds('Time since the oldest open withdrawal was received; 0 when there is none') oldestAgeSeconds!: number | null;
}

export class DisputesHealth extends Part {
  @Count('Payments that a buyer’s bank disputes') open!: number | null;
}

export class PaymentsHealth extends Part {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Stripe events up to this time have been compared with the purchases; null before the first comparison',
  })
  reconciledUntil!: string | null;
  @Seconds('Time since `reconciledUntil`') ageSeconds!: number | null;
}

export class RequestsHealth extends Part {
  @Count('Requests that are not finished') open!: number | null;
  @Count('Open requests that are overdue') overdue!: number | null;
}

/** The health of all parts of the shop. The thresholds of the states are in health-thresholds.ts. */
export class Operations {
  @ApiProperty({ enum: STATES, example: 'ok', description: 'The worst state of all parts' }) state!: PartState;
  @ApiProperty({ format: 'date-time' }) checkedAt!: string;
  @ApiProperty({ type: DatabaseHealth }) database!: DatabaseHealth;
  @ApiProperty({ type: QueueBackendHealth }) queueBackend!: QueueBackendHealth;
  @ApiProperty({ type: StorageHealth }) storage!: StorageHealth;
  @ApiProperty({ type: SchemaHealth }) schema!: SchemaHealth;
  @ApiProperty({ type: OutboxHealth }) outbox!: OutboxHealth;
  @ApiProperty({ type: [QueueHealth], description: 'All queues, in a fixed order' }) queues!: QueueHealth[];
  @ApiProperty({ type: DeadLettersHealth }) deadLetters!: DeadLettersHealth;
  @ApiProperty({ type: PurchasesHealth }) purchases!: PurchasesHealth;
  @ApiProperty({ type: RefundsHealth }) refunds!: RefundsHealth;
  @ApiProperty({ type: WithdrawalsHealth }) withdrawals!: WithdrawalsHealth;
  @ApiProperty({ type: DisputesHealth }) disputes!: DisputesHealth;
  @ApiProperty({ type: PaymentsHealth }) payments!: PaymentsHealth;
  @ApiProperty({
    type: RequestsHealth,
    description: 'Requests for an archive of personal data; overdue after 24 hours',
  })
  exports!: RequestsHealth;
  @ApiProperty({ type: RequestsHealth, description: 'Erasures that are due; overdue six hours after their due time' })
  erasures!: RequestsHealth;
}
