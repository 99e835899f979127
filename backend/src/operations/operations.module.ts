import { Module } from '@nestjs/common';
import { DiscardDeliveryHandler } from './commands/discard-delivery.js';
import { RecordDeedHandler } from './commands/record-deed.js';
import { ReplayDeadLettersHandler } from './commands/replay-dead-letters.js';
import { ReplayDeliveryHandler } from './commands/replay-delivery.js';
import { PurgeOutboxHandler } from './commands/purge-outbox.js';
import { HealthChecks } from './health-checks.js';
import { GetEventHandler } from './queries/get-event.js';
import { GetOperationsHandler } from './queries/get-operations.js';
import { ListEventsHandler } from './queries/list-events.js';

@Module({
  providers: [
    HealthChecks,
    GetOperationsHandler,
    ListEventsHandler,
    GetEventHandler,
    ReplayDeliveryHandler,
    DiscardDeliveryHandler,
    ReplayDeadLettersHandler,
    PurgeOutboxHandler,
    RecordDeedHandler,
  ],
})
export class OperationsModule {}
