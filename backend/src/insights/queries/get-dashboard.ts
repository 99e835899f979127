import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import type { Dashboard } from '../insights.contract.js';

/** The four totals of the shop. A refunded purchase counts neither as a purchase nor as revenue. */
export class GetDashboard extends Query<Dashboard> {}

const STATEMENT = `
select (select count(*) from users where closed_at is null)::float8 as "totalUsers",
       (select count(*) from patterns where status = 'published')::float8 as "totalPatterns",
       sold.purchases::float8 as "totalPurchases",
       sold.revenue::float8 as "totalRevenue"
from (select count(*) as purchases, coalesce(sum(amount_cents - refunded_cents), 0) as revenue
      from purchases where status = 'paid') sold`;

@QueryHandler(GetDashboard)
export class GetDashboardHandler implements IQueryHandler<GetDashboard> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<Dashboard> {
    return (await this.sql.row<Dashboard>(STATEMENT))!;
  }
}
