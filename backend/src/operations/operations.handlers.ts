/** The handler of every command and query of this context. */
export { DiscardJobHandler } from './commands/discard-job.js';
export { PurgeOutboxHandler } from './commands/purge-outbox.js';
export { RecordOperatorActionHandler } from './commands/record-operator-action.js';
export { ReplayDeadLettersHandler } from './commands/replay-dead-letters.js';
export { ReplayJobHandler } from './commands/replay-job.js';
export { GetEventHandler } from './queries/get-event.js';
export { GetOperationsHandler } from './queries/get-operations.js';
export { ListEventsHandler } from './queries/list-events.js';
