import { Module } from '@nestjs/common';
import { DiscardJobHandler } from './commands/discard-job.js';
import { RecordOperatorActionHandler } from './commands/record-operator-action.js';
import { ReplayDeadLettersHandler } from './commands/replay-dead-letters.js';
import { ReplayJobHandler } from './commands/replay-job.js';
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
    ReplayJobHandler,
    DiscardJobHandler,
    ReplayDeadLettersHandler,
    PurgeOutboxHandler,
    RecordOperatorActionHandler,
  ],
})
export class OperationsModule {}
