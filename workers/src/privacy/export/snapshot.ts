import type { OwnConnection, Sql } from '#backend/platform/database/sql.js';
import type { Kind } from './kinds.js';

export type Value = string | number | boolean | Date | object | null;
export type Row = Record<string, Value>;

/** Some rows of one kind, with the names of its columns. */
export interface Batch {
  columns: string[];
  rows: Row[];
}

const BATCH = 500;

/** Reads the data of a user in batches. A transaction with repeatable read makes all batches show the same point in time. */
export class Snapshot {
  private constructor(
    private readonly client: OwnConnection,
    private readonly userId: string,
  ) {}

  static of<T>(sql: Sql, userId: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return sql.ownTransaction(async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      return work(new Snapshot(client, userId));
    });
  }

  /** Yields the rows of a kind in batches. A kind without rows gives one empty batch, which names the columns. */
  async *batches({ rows: statement }: Kind): AsyncGenerator<Batch> {
    await this.client.query(`declare rows_of_kind no scroll cursor for ${statement}`, [this.userId]);
    try {
      for (let first = true; ; first = false) {
        const { rows, fields } = await this.client.query<Row>(`fetch ${BATCH} from rows_of_kind`);
        if (rows.length > 0 || first) yield { columns: fields.map(({ name }) => name), rows };
        if (rows.length < BATCH) return;
      }
    } finally {
      await this.client.query('close rows_of_kind').catch(() => undefined);
    }
  }

  async *rows(kind: Kind): AsyncGenerator<Row> {
    for await (const batch of this.batches(kind)) yield* batch.rows;
  }
}
