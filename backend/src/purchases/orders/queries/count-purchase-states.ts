import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Counts the given purchases by state, for example `{ paid: 2, pending: 1 }`. */
export class CountPurchaseStates extends Query<Record<string, number>> {
  constructor(readonly ids: string[]) {
    super();
  }
}

@QueryHandler(CountPurchaseStates)
export class CountPurchaseStatesHandler implements IQueryHandler<CountPurchaseStates> {
  constructor(private readonly sql: Sql) {}

  async execute({ ids }: CountPurchaseStates): Promise<Record<string, number>> {
    const rows = await this.sql.rows<{ status: string; count: number }>(
      `select status, count(*)::int as count from purchases where id = any($1::uuid[]) group by status order by status`,
      [ids],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }
}
