import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { ReportFilters, ReportPage, ReportView } from '../moderation.contract.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** Lists reports for moderators; reporters are not named. The oldest open report or the newest resolved report is first. */
export class ListReports extends Query<ReportPage> {
  /** @param role for `admin`, the list also contains the orders of each resold copy */
  constructor(
    readonly filters: ReportFilters,
    readonly role: 'admin' | 'moderator' | 'user',
  ) {
    super();
  }
}

const statement = (order: string) => `
select (select count(*)::int from pattern_reports where state = $1) as total,
  coalesce((select jsonb_agg(jsonb_build_object(
      'id', r.id,
      'reference', r.reference,
      'pattern_id', p.id,
      'pattern_title', ${patternTitle('$4::text')},
      'pattern_status', p.status,
      'pattern_picture', p.preview_images->0,
      'designer_name', d.name,
      'reason', r.reason,
      'text', r.text,
      'open_reports', (select count(*) from pattern_reports o where o.pattern_id = p.id and o.state = 'open'),
      'age_seconds', floor(extract(epoch from now() - r.reported_at)),
      'reported_at', r.reported_at,
      'state', r.state,
      'decision', r.decision,
      'resolved_at', r.resolved_at) || case when $5 and r.reason = 'resold-copy' then jsonb_build_object(
      'order_numbers', array(select u.order_number from purchases u where u.id = any (r.purchase_ids)
        order by u.order_number)) else '{}' end order by r.place)
    from (select *, row_number() over (order by ${order}) as place
          from pattern_reports where state = $1 order by ${order} limit $2 offset $3) r
    join patterns p on p.id = r.pattern_id
    join designers d on d.id = p.designer_id), '[]') as reports`;
const OPEN = statement('reported_at, id');
const RESOLVED = statement('resolved_at desc, id desc');

@QueryHandler(ListReports)
export class ListReportsHandler implements IQueryHandler<ListReports> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters, role }: ListReports): Promise<ReportPage> {
    const { state = 'open', page = 1, limit = 20, lang = 'de' } = filters;
    const row = await this.sql.row<{ total: number; reports: ReportView[] }>(state === 'open' ? OPEN : RESOLVED, [
      state,
      limit,
      (page - 1) * limit,
      lang,
      role === 'admin',
    ]);
    const { total, reports } = row!;
    return { reports, page, limit, total, total_pages: Math.ceil(total / limit) };
  }
}
