import { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { clockSkew, databaseConnectionLimit, databaseConnections } from '../telemetry/metrics.js';
import { ProbeSql } from './probe-sql.js';
import { queuePools } from '../events/queues.js';
import { addMetricCollector } from '../telemetry/metric-collectors.js';
import { Sql } from './sql.js';

/** Counts this process's connections to PostgreSQL, and compares its clock, whenever somebody scrapes. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit, OnApplicationShutdown {
  private stop?: () => void;

  constructor(
    private readonly orm: MikroORM,
    private readonly sql: Sql,
    private readonly probes: ProbeSql,
  ) {}

  onModuleInit(): void {
    this.stop = addMetricCollector(() => this.look());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  private async look(): Promise<void> {
    const connection = this.orm.em.getConnection() as PostgreSqlConnection;
    count('sql', [this.sql.pool]);
    count('orm', [await connection.getNativeClient()]);
    count('queues', queuePools());
    await this.compareClocks();
  }

  /** The answer was written somewhere between the question and its arrival. */
  private async compareClocks(): Promise<void> {
    clockSkew.remove();
    const asked = Date.now();
    const [row] = await this.probes.rows<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    clockSkew.set(((asked + Date.now()) / 2 - row!.ms) / 1_000);
  }
}

function count(pool: string, all: readonly pg.Pool[]): void {
  if (all.length === 0) return;
  const sum = (of: (one: pg.Pool) => number) => all.reduce((total, one) => total + of(one), 0);
  databaseConnections.set(
    { pool, state: 'open' },
    sum(({ totalCount }) => totalCount),
  );
  databaseConnections.set(
    { pool, state: 'idle' },
    sum(({ idleCount }) => idleCount),
  );
  databaseConnections.set(
    { pool, state: 'waiting' },
    sum(({ waitingCount }) => waitingCount),
  );
  databaseConnectionLimit.set(
    { pool },
    sum(({ options }) => options.max ?? 0),
  );
}
