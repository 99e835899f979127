import { MikroORM } from '@mikro-orm/core';
import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Config } from '../platform/config/config.js';
import { Files } from '../platform/storage/files.js';
import { ProbeSql } from '../platform/database/probe-sql.js';
import { type QueueName, QUEUES } from '../platform/events/queue-names.js';
import { Sql } from '../platform/database/sql.js';
import { CONFIG } from '../platform/tokens.js';
import { KNOWN_EVENTS } from './known-events.js';
import { LEDGER_FIGURES, type LedgerFigures, OPEN_JOBS, type OpenJobs } from './ledger-figures.js';

/** What a service answered and how long that took; null when it did not. */
export interface Answered<T> {
  answer: T | null;
  milliseconds: number;
}

export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

/** Nobody waits longer for one part: together with who is asking, an answer takes three seconds at most. */
const PATIENCE_MS = 2_000;

/** Asks each service the shop stands on whether it is there; one that is not costs the time-out and nothing else. */
@Injectable()
export class HealthChecks {
  /** A queue that is away keeps its questions; the next one to ask waits for the same answer. */
  private readonly asked = new Map<QueueName, Promise<JobCounts>>();

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

  /** The last migration that this build knows. */
  get expectedSchema(): string {
    return this.orm.config
      .get('migrations')
      .migrationsList!.map((one) => ('name' in one ? one.name : String(one)))
      .at(-1)!;
  }

  /** @returns how far the clock of this process is ahead of the database's, in seconds */
  database(): Promise<Answered<number>> {
    return inTime(async () => {
      const before = Date.now();
      const row = await this.sql.row<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      );
      return Math.round((before + Date.now()) / 2 - row!.ms) / 1000;
    });
  }

  storage(): Promise<Answered<true>> {
    return inTime<true>(async (signal) => {
      await this.files.ping(signal);
      return true;
    });
  }

  queues(): Promise<Answered<Map<QueueName, JobCounts>>> {
    return inTime(
      async () => new Map(await Promise.all(QUEUES.map(async (name) => [name, await this.count(name)] as const))),
    );
  }

  /** What is owed. One after the other: whoever probes this process needs the other of these connections. */
  ledger(): Promise<Answered<{ figures: LedgerFigures; deliveries: OpenJobs[] }>> {
    return inTime(async () => {
      const [figures] = await this.probes.rows<LedgerFigures>(LEDGER_FIGURES, [KNOWN_EVENTS]);
      return { figures: figures!, deliveries: await this.probes.rows<OpenJobs>(OPEN_JOBS) };
    });
  }

  private count(name: QueueName): Promise<JobCounts> {
    const asked = this.asked.get(name) ?? this.ask(name);
    this.asked.set(name, asked);
    return asked;
  }

  private async ask(name: QueueName): Promise<JobCounts> {
    try {
      const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
      return (await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')) as JobCounts;
    } finally {
      this.asked.delete(name);
    }
  }
}

async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<Answered<T>> {
  const started = performance.now();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  // Whatever is wrong with it, it is not there: the state says so, and the service's own log why.
  const answer = await Promise.race([ask(signal).catch(() => null), late]);
  return { answer, milliseconds: Math.round(performance.now() - started) };
}
