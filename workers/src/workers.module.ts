import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { contexts } from '#backend/contexts.js';
import type { ConfigFor } from '#backend/platform/config/config.js';
import { type QueueName, QUEUES } from '#backend/platform/events/queue-names.js';
import { queuesOn } from '#backend/platform/events/queues.js';
import { MailOutage } from './mail/mail-outage.js';
import { MailService } from './mail/mail-service.js';
import { SentMails } from './mail/sent-mails.js';
import { OrphanCopies } from './purchases/orphan-copies.js';
import { MasterCache } from './purchases/master-cache.js';
import { ErasureSteps } from './privacy/erasure-steps.js';
import { reactions, schedules } from './reactions.js';
import { JobLedger } from './runtime/job-ledger.js';
import { JobRunner } from './runtime/job-runner.js';
import { LedgerMetrics } from './runtime/ledger-metrics.js';
import { LoopWatch } from './runtime/loop-watch.js';
import { MissedJobs } from './runtime/missed-jobs.js';
import { queueProcessor } from './runtime/processors.js';
import { MailRecovery } from './runtime/mail-recovery.js';
import { Publisher } from './runtime/publisher.js';
import { Reconciler } from './runtime/reconciler.js';
import { Relay } from './runtime/relay.js';
import { ScheduleKeeper } from './runtime/schedule-keeper.js';
import { ScheduleRuns } from './runtime/schedule-runs.js';

/** PostgreSQL connections for the queues of one worker process: one per worker listens, the others run statements. */
const queueConnections = (workers: number) => workers * 2 + 4;

const MAILS = [MailService, MailOutage, MailRecovery];

const USED_BY_JOBS: Record<QueueName, Type[]> = {
  documents: [MasterCache, ...MAILS],
  masters: [],
  mail: MAILS,
  views: [],
  payments: [],
  privacy: [...MAILS, ErasureSteps],
};

@Module({})
export class WorkersModule {
  /** @param work the queues that this process runs; only their jobs and dependencies are created */
  static with(config: ConfigFor<'database' | 'queue'>, work = config.worker): DynamicModule {
    const jobs = [...reactions, ...schedules].filter(({ queue }) => work.queues.includes(queue));
    return {
      module: WorkersModule,
      imports: [
        ...contexts(config),
        queuesOn(queueConnections(work.queues.length)),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
      ],
      providers: [
        ...new Set(work.queues.flatMap((queue) => USED_BY_JOBS[queue])),
        OrphanCopies,
        SentMails,
        JobLedger,
        Publisher,
        MissedJobs,
        ScheduleKeeper,
        ScheduleRuns,
        JobRunner,
        ...(work.relay ? [Relay, Reconciler, LoopWatch, LedgerMetrics] : []),
        ...work.queues.map((queue) => queueProcessor(queue, config)),
        ...new Set(jobs.map(({ job }) => job)),
      ],
    };
  }
}
