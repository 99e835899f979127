import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { contexts } from '#backend/contexts.js';
import type { ConfigFor } from '#backend/platform/config/config.js';
import { type QueueName, QUEUES } from '#backend/platform/events/queue-names.js';
import { queuesOn } from '#backend/platform/events/queues.js';
import { MailOutage } from './mail/mail-outage.js';
import { MailService } from './mail/mail-service.js';
import { SentMails } from './mail/sent-mails.js';
import { ContractDocuments } from './purchases/contract-documents.js';
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

/**
 * Maximum PostgreSQL connections of a process for its queues. Each queue worker gets two: it waits for jobs on one and runs
 * statements on the other. Four more are for publishing jobs to all queues.
 */
const queueConnections = (queueWorkers: number) => queueWorkers * 2 + 4;

const MAIL_PROVIDERS = [MailService, MailOutage, MailRecovery];

const PROVIDERS_BY_QUEUE: Record<QueueName, Type[]> = {
  documents: [MasterCache, ...MAIL_PROVIDERS],
  masters: [],
  mail: [ContractDocuments, ...MAIL_PROVIDERS],
  views: [],
  payments: [],
  privacy: [...MAIL_PROVIDERS, ErasureSteps],
};

@Module({})
export class WorkersModule {
  /**
   * @param worker the queues whose jobs this process runs, and whether it runs the relay. The module creates only the jobs
   * of these queues and the providers that these jobs need.
   */
  static with(config: ConfigFor<'database' | 'queue'>, worker = config.worker): DynamicModule {
    const jobs = [...reactions, ...schedules].filter(({ queue }) => worker.queues.includes(queue));
    return {
      module: WorkersModule,
      imports: [
        ...contexts(config),
        queuesOn(queueConnections(worker.queues.length)),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
      ],
      providers: [
        ...new Set(worker.queues.flatMap((queue) => PROVIDERS_BY_QUEUE[queue])),
        OrphanCopies,
        SentMails,
        JobLedger,
        Publisher,
        MissedJobs,
        ScheduleKeeper,
        ScheduleRuns,
        JobRunner,
        ...(worker.relay ? [Relay, Reconciler, LoopWatch, LedgerMetrics] : []),
        ...worker.queues.map((queue) => queueProcessor(queue, config)),
        ...new Set(jobs.map(({ job }) => job)),
      ],
    };
  }
}
