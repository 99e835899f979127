import { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { clockSkew, databaseConnectionLimit, databaseConnections } from '../telemetry/metrics.js';
import { ProbeSql } from './probe-sql.js';
import { queuePools } from '../events/queues.js';
import { addMetricCollector } from '../telemetry/metric-collectors.js';
import { Sql } from './sql.js';

/** At each scrape, collects the metrics of this process's PostgreSQL pools and of its clock skew to the database. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit, OnApplicationShutdown {
  private stop?: () => void;

  constructor(
    private readonly orm: MikroORM,
    private readonly sql: Sql,
    private readonly probes: ProbeSql,
  ) {}

  onModuleInit(): void {
    this.stop = addMetricCollector(() => this.collect());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  private async collect(): Promise<void> {
    const connection = this.orm.em.getConnection() as PostgreSqlConnection;
    setPoolMetrics('sql', [this.sql.pool]);
    setPoolMetrics('orm', [await connection.getNativeClient()]);
    setPoolMetrics('queues', queuePools());
    await this.compareClocks();
  }

  /** Compares the database's clock with the midpoint between the request and the response. */
  private async compareClocks(): Promise<void> {
    clockSkew.remove();
    const sentAt = Date.now();
    const [row] = await this.probes.rows<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    clockSkew.set(((sentAt + Date.now()) / 2 - row!.ms) / 1_000);
  }
}

function setPoolMetrics(pool: string, pools: readonly pg.Pool[]): void {
  if (pools.length === 0) return;
  const sum = (getCount: (current: pg.Pool) => number) =>
    pools.reduce((total, current) => total + getCount(current), 0);
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
