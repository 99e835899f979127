import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';

/** Whoever probes gives up soon; so does this. */
const PATIENCE_MS = 2_000;

/** Connections of their own, so that probes and metrics neither wait for visitors nor keep them waiting. */
@Injectable()
export class ProbeSql implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(@Inject(CONFIG) config: Config) {
    this.pool = new pg.Pool({
      connectionString: config.databaseUrl,
      max: 2,
      connectionTimeoutMillis: PATIENCE_MS,
      statement_timeout: PATIENCE_MS,
      // Also when nothing comes back at all.
      query_timeout: PATIENCE_MS,
      idleTimeoutMillis: 60_000,
      application_name: 'probes',
    });
    this.pool.on('error', () => undefined);
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
