import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { contexts } from '#backend/contexts.js';
import type { Config } from '#backend/platform/config.js';
import { QUEUES } from '#backend/platform/queue-names.js';
import { queuesOn } from '#backend/platform/queues.js';
import { MailOutage } from './mail/mail-outage.js';
import { Post } from './mail/post.js';
import { SentMails } from './mail/sent-mails.js';
import { OrphanCopies } from './purchases/orphan-copies.js';
import { MasterCache } from './purchases/master-cache.js';
import { ErasureSteps } from './privacy/erasure-steps.js';
import { reactions, schedules } from './reactions.js';
import { Deliveries } from './runtime/deliveries.js';
import { JobRunner } from './runtime/job-runner.js';
import { LedgerMetrics } from './runtime/ledger-metrics.js';
import { LoopWatch } from './runtime/loop-watch.js';
import { MissedDeliveries } from './runtime/missed-deliveries.js';
import { processorOf } from './runtime/processors.js';
import { MailRecovery } from './runtime/mail-recovery.js';
import { Publisher } from './runtime/publisher.js';
import { Reconciler } from './runtime/reconciler.js';
import { Relay } from './runtime/relay.js';
import { ScheduleKeeper } from './runtime/schedule-keeper.js';
import { ScheduleRuns } from './runtime/schedule-runs.js';

/** PostgreSQL connections for the queues of one worker process: one listens per worker, the rest do the work. */
const queueConnections = (workers: number) => workers * 2 + 4;

@Module({})
export class WorkersModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkersModule,
      imports: [
        ...contexts(config),
        queuesOn(queueConnections(config.worker.queues.length)),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
      ],
      providers: [
        Post,
        SentMails,
        MailOutage,
        MailRecovery,
        OrphanCopies,
        MasterCache,
        ErasureSteps,
        Deliveries,
        Publisher,
        MissedDeliveries,
        ScheduleKeeper,
        ScheduleRuns,
        JobRunner,
        ...(config.worker.relay ? [Relay, Reconciler, LoopWatch, LedgerMetrics] : []),
        ...config.worker.queues.map((queue) => processorOf(queue, config)),
        ...[...reactions, ...schedules].map(({ job }) => job),
      ],
    };
  }
}
