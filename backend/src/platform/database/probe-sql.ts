import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';

/** Shorter than the timeouts of probes and scrapes. */
const TIMEOUT_MS = 2_000;

/** A separate pool for probes and metrics, so that they and requests do not wait for each other. */
@Injectable()
export class ProbeSql implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(@Inject(CONFIG) config: Config) {
    this.pool = new pg.Pool({
      connectionString: config.databaseUrl,
      max: 2,
      connectionTimeoutMillis: TIMEOUT_MS,
      statement_timeout: TIMEOUT_MS,
      // Ends a query even when the server does not respond.
      query_timeout: TIMEOUT_MS,
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
