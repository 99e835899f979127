import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { POOL_OPTIONS, guardDeadConnections } from './dead-connection-guard.js';
import { CONFIG } from '../tokens.js';
import { currentTransaction, requireTransaction } from './current-transaction.js';

/** A connection on which `ownTransaction` has begun a transaction. */
export type OwnConnection = pg.PoolClient;

/**
 * Runs SQL statements in the caller's transaction (`@Transactional`), or on a connection of the pool when there is no
 * transaction. Parameters are `$1`, `$2`. Statement texts are constants, so each is prepared once per connection.
 */
@Injectable()
export class Sql implements OnApplicationShutdown {
  readonly pool: pg.Pool;
  private readonly names = new Map<string, string>();

  constructor(@Inject(CONFIG) config: Pick<Config, 'databaseUrl' | 'databaseConnections'>) {
    this.pool = new pg.Pool({
      connectionString: config.databaseUrl,
      max: config.databaseConnections,
      ...POOL_OPTIONS,
      // With these options the server detects dead clients and releases their locks.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
      application_name: 'sql',
    });
    // Without these listeners an error of a connection would end the process. The pool itself replaces the connection.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    guardDeadConnections(this.pool);
  }

  async rows<Row extends object = pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.run<Row>({ name: this.statementName(text), text }, values);
  }

  async row<Row extends object = pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /**
   * Runs a statement without preparing it, so that PostgreSQL plans it for the current table sizes. This is for rare
   * statements over many rows of a table whose size varies: with a cached plan, they could exceed the statement timeout.
   */
  async unprepared<Row extends object = pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.run<Row>({ text }, values);
  }

  /**
   * Like `rows`, for a lock or for a write that must be committed together with the caller's change.
   * @throws {Error} without a transaction
   */
  async rowsInTransaction<Row extends object = pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    requireTransaction();
    return this.rows<Row>(text, values);
  }

  /**
   * Runs `work` in a separate transaction on its own connection. Only statements that run on `client` belong to this
   * transaction. The relay needs it, because the job ledger must be committed before the relay's own transaction ends.
   */
  async ownTransaction<T>(work: (client: OwnConnection) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async run<Row>(statement: pg.QueryConfig, values: unknown[]): Promise<Row[]> {
    const transaction = currentTransaction();
    if (transaction) return (await transaction(statement, values)) as Row[];
    return (await this.pool.query({ ...statement, values })).rows as Row[];
  }

  private statementName(text: string): string {
    let name = this.names.get(text);
    if (!name) {
      name = createHash('sha1').update(text).digest('base64url');
      this.names.set(text, name);
    }
    return name;
  }
}
