import { MikroORM } from '@mikro-orm/core';
import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import type { Config } from '../platform/config/config.js';
import { Files } from '../platform/storage/files.js';
import { ProbeSql } from '../platform/database/probe-sql.js';
import { type QueueName, QUEUES } from '../platform/events/queue-names.js';
import { Sql } from '../platform/database/sql.js';
import { CONFIG } from '../platform/tokens.js';
import { KNOWN_EVENTS } from './known-events.js';
import { LEDGER_FIGURES, type LedgerFigures, OPEN_JOBS, type OpenJobs } from './ledger-figures.js';

/** The result of a check and its duration. */
export interface CheckResult<T> {
  /** Null when the service failed or the check timed out. */
  value: T | null;
  milliseconds: number;
}

export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

/** Timeout of one check. The whole response takes at most three seconds. */
const TIMEOUT_MS = 2_000;

/** Checks PostgreSQL, the queues and the storage. A service that is down delays the response by at most the timeout. */
@Injectable()
export class HealthChecks {
  /** The pending count request of each queue. Checks reuse it, because a queue that is down buffers every request. */
  private readonly pendingCounts = new Map<QueueName, Promise<JobCounts>>();

  constructor(
    private readonly sql: Sql,
    private readonly probes: ProbeSql,
    private readonly files: Files,
    private readonly modules: ModuleRef,
    private readonly orm: MikroORM,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get queueBackend(): 'redis' | 'postgres' {
    return this.config.redisUrl ? 'redis' : 'postgres';
  }

  /** The name of the newest migration of this build. */
  get expectedSchema(): string {
    return this.orm.config
      .get('migrations')
      .migrationsList!.map((migration) => ('name' in migration ? migration.name : String(migration)))
      .at(-1)!;
  }

  /** @returns how far the clock of this process is ahead of the database's, in seconds */
  checkDatabase(): Promise<CheckResult<number>> {
    return withTimeout(async () => {
      const before = Date.now();
      const row = await this.sql.row<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      );
      return Math.round((before + Date.now()) / 2 - row!.ms) / 1000;
    });
  }

  checkStorage(): Promise<CheckResult<true>> {
    return withTimeout<true>(async (signal) => {
      await this.files.ping(signal);
      return true;
    });
  }

  checkQueues(): Promise<CheckResult<Map<QueueName, JobCounts>>> {
    return withTimeout(
      async () => new Map(await Promise.all(QUEUES.map(async (name) => [name, await this.countJobs(name)] as const))),
    );
  }

  /** Reads the figures of the job ledger. Uses one of the two probe connections; the readiness probe needs the other one. */
  checkLedger(): Promise<CheckResult<{ figures: LedgerFigures; openJobs: OpenJobs[] }>> {
    return withTimeout(async () => {
      const [figures] = await this.probes.rows<LedgerFigures>(LEDGER_FIGURES, [KNOWN_EVENTS]);
      return { figures: figures!, openJobs: await this.probes.rows<OpenJobs>(OPEN_JOBS) };
    });
  }

  private countJobs(name: QueueName): Promise<JobCounts> {
    const pending = this.pendingCounts.get(name) ?? this.requestJobCounts(name);
    this.pendingCounts.set(name, pending);
    return pending;
  }

  private async requestJobCounts(name: QueueName): Promise<JobCounts> {
    try {
      const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
      return (await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')) as JobCounts;
    } finally {
      this.pendingCounts.delete(name);
    }
  }
}

async function withTimeout<T>(check: (signal: AbortSignal) => Promise<T>): Promise<CheckResult<T>> {
  const started = performance.now();
  // Drops the error, because the response shows only that the check failed.
  const value = await pTimeout(
    check(AbortSignal.timeout(TIMEOUT_MS)).catch(() => null),
    { milliseconds: TIMEOUT_MS, fallback: () => null },
  );
  return { value, milliseconds: Math.round(performance.now() - started) };
}
